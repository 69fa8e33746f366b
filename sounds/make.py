#!/usr/bin/env python3
"""Makes the clips of the spoken captcha: run it in this folder, with espeak-ng installed.

Each word is spoken by each voice, brought to 8 kHz, trimmed, made equally loud and kept as 8-bit mu-law in a WAV file.
The same version of espeak-ng gives the same files. Nothing but the standard library is needed.
"""

import math
import struct
import subprocess
import sys
import wave
from io import BytesIO
from pathlib import Path

# Folder and what espeak-ng is asked for: two speakers whom nobody takes for each other.
VOICES = {
    "high": ["-v", "en-us+f2", "-s", "150", "-p", "55"],
    "low": ["-v", "en-us", "-s", "150", "-p", "50"],
}
# Without "five": at 8 kHz it cannot be told from "nine".
DIGITS = "zero one two three four six seven eight nine".split()
NOUNS = (
    "animal apple banana bottle candle coffee dolphin dragon elbow finger garden guitar island jungle ladder lemon "
    "lobster magnet mirror monkey music painter piano planet rabbit rocket sandwich shoulder teacher tomato turtle window"
).split()

RATE_HZ = 8000
# Root mean square of a clip, of full scale: -21 dB. Speech peaks 12 to 15 dB above that, so nothing clips.
LEVEL = 10 ** (-21 / 20)
# Beginning and end are cut where the sound is 40 dB below its peak.
SILENCE = 10 ** (-40 / 20)
MARGIN_S = 0.012
FADE_S = 0.006
CUTOFF_HZ = 3700
TAPS = 48


def speak(word, voice):
    """The samples that espeak-ng makes, -1 to 1, and their rate."""
    command = ["espeak-ng", *voice, "--stdout", word]
    spoken = subprocess.run(command, check=True, capture_output=True).stdout
    with wave.open(BytesIO(spoken)) as file:
        assert file.getnchannels() == 1 and file.getsampwidth() == 2
        # The length in the header of a stream is a placeholder; what is there counts.
        data = spoken[44:]
        count = len(data) // 2
        return [s / 32768 for s in struct.unpack(f"<{count}h", data[: 2 * count])], file.getframerate()


def resample(samples, rate_hz):
    """To 8 kHz, through a windowed sinc that lets nothing above CUTOFF_HZ pass."""
    step = rate_hz / RATE_HZ
    width = 2 * CUTOFF_HZ / rate_hz
    made = []
    for n in range(int(len(samples) / step)):
        centre = n * step
        total = 0.0
        for k in range(max(0, math.ceil(centre - TAPS)), min(len(samples), math.floor(centre + TAPS) + 1)):
            x = k - centre
            sinc = width if x == 0 else math.sin(math.pi * width * x) / (math.pi * x)
            total += samples[k] * sinc * (0.5 + 0.5 * math.cos(math.pi * x / (TAPS + 1)))
        made.append(total)
    return made


def trim(samples):
    floor = SILENCE * max(abs(s) for s in samples)
    loud = [n for n, s in enumerate(samples) if abs(s) > floor]
    margin = int(MARGIN_S * RATE_HZ)
    return samples[max(0, loud[0] - margin) : loud[-1] + margin]


def level(samples):
    gain = LEVEL / math.sqrt(sum(s * s for s in samples) / len(samples))
    fade = int(FADE_S * RATE_HZ)
    last = len(samples) - 1
    made = [s * gain * min(1, (n + 1) / fade, (last - n + 1) / fade) for n, s in enumerate(samples)]
    assert max(abs(s) for s in made) < 0.99, "a clip would be cut off: lower LEVEL"
    return made


def mu_law(sample):
    """ITU-T G.711, mu-law."""
    value = int(round(sample * 32767))
    sign = 0x80 if value < 0 else 0
    magnitude = min(abs(value), 32635) + 132
    exponent = magnitude.bit_length() - 8
    mantissa = (magnitude >> (exponent + 3)) & 0x0F
    return ~(sign | exponent << 4 | mantissa) & 0xFF


def wav(samples):
    """A WAV file of mu-law: format 7, with the `fact` chunk that such files have."""
    data = bytes(mu_law(s) for s in samples)
    if len(data) % 2:
        data += b"\xff"
    parts = b"WAVE" + b"fmt " + struct.pack("<IHHIIHHH", 18, 7, 1, RATE_HZ, RATE_HZ, 1, 8, 0)
    parts += b"fact" + struct.pack("<II", 4, len(data)) + b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(parts)) + parts


def main():
    total = 0
    for voice, arguments in VOICES.items():
        folder = Path(__file__).parent / voice
        folder.mkdir(exist_ok=True)
        for word in DIGITS + NOUNS:
            samples, rate_hz = speak(word, arguments)
            made = level(trim(resample(samples, rate_hz)))
            file = wav(made)
            (folder / f"{word}.wav").write_bytes(file)
            total += len(file)
            print(f"{voice} {word}: {1000 * len(made) // RATE_HZ} ms", file=sys.stderr)
    print(f"{total} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
