"""What a sentence model makes of single words: `teacher.py MODEL_FOLDER WORDS START`.

Mean-pooled token states, their mean over all words taken off, turned so that the first 256 axes hold the most (principal
components), at unit length.
"""

import sys
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

DIMENSION = 256
BATCH = 512
MAX_TOKENS = 32


def main(folder, words_file, start):
    words = Path(words_file).read_text().split("\n")
    words = [word for word in words if word]
    vectors = np.vstack([embed(folder, words[at : at + BATCH]) for at in range(0, len(words), BATCH)])
    vectors -= vectors.mean(axis=0)
    _, _, axes = np.linalg.svd(vectors, full_matrices=False)
    vectors = unit(vectors @ axes[:DIMENSION].T)
    with open(start, "w") as out:
        for word, vector in zip(words, vectors):
            out.write(word + "\t" + " ".join(f"{number:.4f}" for number in vector) + "\n")


def embed(folder, words, loaded={}):
    if not loaded:
        tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        tokenizer.enable_padding()
        tokenizer.enable_truncation(MAX_TOKENS)
        loaded.update(tokenizer=tokenizer, session=onnxruntime.InferenceSession(f"{folder}/model.onnx"))
    texts = loaded["tokenizer"].encode_batch(words)
    column = lambda name: np.array([getattr(text, name) for text in texts], dtype=np.int64)
    mask = column("attention_mask")
    inputs = {"input_ids": column("ids"), "attention_mask": mask, "token_type_ids": column("type_ids")}
    states = loaded["session"].run(None, inputs)[0]
    return unit((states * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True))


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
