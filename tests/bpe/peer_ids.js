// Encodes texts with the tokenizers library of Hugging Face and with tiktoken.
//
//   node peer_ids.js JOB.json
//
// JOB: {"modules": folder of node_modules, "texts": ["…"], "tokenizers": [
//   {"huggingface": "tokenizer.json"}, {"tiktoken": "ranks.tiktoken", "pattern": "…"}]}
//
// One line a tokenizer: the ids of each text, as JSON; or what it complains of.
'use strict';
const fs = require('fs');
const path = require('path');

const job = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const peer = (name) => require(path.resolve(job.modules, name));

async function withHuggingFace(file) {
  const tokenizer = peer('tokenizers').Tokenizer.fromFile(file);
  const ids = [];
  for (const text of job.texts) {
    const encoding = await tokenizer.encode(text, null, {addSpecialTokens: false});
    ids.push(encoding.getIds());
  }
  return ids;
}

// The library takes ranks as lines of "!", the first rank, and tokens with ranks one after another.
function packed(file) {
  let lines = '';
  let next = -1;
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const [token, rank] = line.split(' ');
    lines += Number(rank) === next ? ` ${token}` : `${next === -1 ? '' : '\n'}! ${rank} ${token}`;
    next = Number(rank) + 1;
  }
  return lines;
}

function withTiktoken(file, pattern) {
  const tokenizer = new (peer('tiktoken').Tiktoken)(packed(file), {}, pattern);
  return job.texts.map((text) => Array.from(tokenizer.encode(text, [], [])));
}

(async () => {
  for (const {huggingface, tiktoken, pattern} of job.tokenizers) {
    try {
      const ids = huggingface ? await withHuggingFace(huggingface)
                              : withTiktoken(tiktoken, pattern);
      console.log(JSON.stringify(ids));
    } catch (error) {
      console.log(String(error).split('\n')[0]);
    }
  }
})();
