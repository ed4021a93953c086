// Token counts and speed of the npm packages tiktoken (cl100k) and tokenizers (llama3), for bench/bpe.
//
//   node bench/bpe_peers.js FOLDER TEXT…     FOLDER: see scripts/install-test-tokenizers
'use strict';
const fs = require('fs');
const path = require('path');

const [folder, ...texts] = process.argv.slice(2);
const modules = path.resolve(folder, 'node_modules');

async function measure(name, file, encode) {
  const text = fs.readFileSync(file, 'utf8');
  await encode(text.slice(0, 10000));
  const begin = process.hrtime.bigint();
  const tokens = await encode(text);
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  const speed = Buffer.byteLength(text) / seconds / 1e6;
  console.log(`${name.padEnd(24)} ${path.basename(file).padEnd(20)} ${speed.toFixed(1)} MB/s  tokens=${tokens}`);
}

(async () => {
  const tiktoken = require(path.join(modules, 'tiktoken')).get_encoding('cl100k_base');
  const {Tokenizer} = require(path.join(modules, 'tokenizers'));
  const tokenizer = Tokenizer.fromFile(path.join(folder, 'llama3.json'));
  for (const file of texts) {
    await measure('tiktoken cl100k', file, async (text) => tiktoken.encode(text, [], []).length);
    await measure('tokenizers llama3', file, async (text) =>
      (await tokenizer.encode(text, null, {addSpecialTokens: false})).getIds().length);
  }
})();
