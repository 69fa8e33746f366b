// Types of the global scope of scrypt.umd.min.js, as far as it is used here.

export {};

declare global {
  var hashwasm: {
    scrypt(options: { password: string, salt: string, costFactor: number, blockSize: number, parallelism: number, hashLength: number, outputType: "binary" }): Promise<Uint8Array>,
  };
}
