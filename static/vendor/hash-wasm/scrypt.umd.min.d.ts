// What the file beside this one puts into the global scope, as far as it is used here.

export {};

declare global {
  var hashwasm: {
    scrypt(options: { password: string, salt: string, costFactor: number, blockSize: number, parallelism: number, hashLength: number, outputType: "binary" }): Promise<Uint8Array>,
  };
}
