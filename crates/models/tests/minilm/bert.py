"""A BERT encoder as an ONNX graph, with the operators and input names that exporters of PyTorch write.

In: named weights as numpy arrays. Out: an onnx.ModelProto. No PyTorch: it would be 800 MB for one file.
"""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

# What sentence-transformers' own export of this model has.
OPSET = 14
IR_VERSION = 8


class Graph:
    """Nodes in order, each with one output whose name is returned."""

    def __init__(self):
        self.nodes, self.weights = [], {}

    def node(self, op, *inputs, **attributes):
        name = f"{op}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=name, **attributes))
        return name

    def weight(self, array, name=None):
        name = name or f"const_{len(self.weights)}"
        self.weights[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def ints(self, *values):
        return self.weight(np.array(values, dtype=np.int64))

    def number(self, value):
        return self.weight(np.array(value, dtype=np.float32))


# What makes a cosine a logit: sentences that mean the same come to 0.99, others to a half.
PAIR_SCALE = 5.0


def encoder(weights, n_heads, with_types=True, gives="last_hidden_state"):
    """The whole model. `gives`: `last_hidden_state`; `sentence_embedding`, pooled by mean and normalised; or `logits`, one
    number for a pair of texts, how alike they are: each attends to itself alone, so that weights made for single texts do."""
    graph = Graph()
    inputs = ["input_ids", "attention_mask"] + (["token_type_ids"] if with_types else [])
    hidden = embeddings(graph, weights, with_types)
    mask = attention_bias(graph, is_pair=gives == "logits")
    n_layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
    for n in range(n_layers):
        hidden = layer(graph, weights, f"encoder.layer.{n}.", hidden, mask, n_heads)
    width = weights["embeddings.word_embeddings.weight"].shape[1]
    shapes = {"last_hidden_state": ["batch_size", "sequence_length", width], "logits": ["batch_size", 1]}
    shape = shapes.get(gives, ["batch_size", width])
    match gives:
        case "last_hidden_state":
            graph.node("Identity", hidden)
        case "sentence_embedding":
            graph.node("Identity", mean_pooled(graph, hidden, "attention_mask"))
        case "logits":
            graph.node("Mul", pair_cosine(graph, hidden), graph.number(PAIR_SCALE))
    graph.nodes[-1].output[0] = gives
    sequence = ["batch_size", "sequence_length"]
    proto = helper.make_graph(
        graph.nodes,
        "bert",
        [helper.make_tensor_value_info(name, TensorProto.INT64, sequence) for name in inputs],
        [helper.make_tensor_value_info(gives, TensorProto.FLOAT, shape)],
        list(graph.weights.values()),
    )
    return helper.make_model(proto, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)


def embeddings(graph, weights, with_types):
    prefix = "embeddings."
    words = graph.weight(weights[prefix + "word_embeddings.weight"], prefix + "word_embeddings.weight")
    places = graph.weight(weights[prefix + "position_embeddings.weight"], prefix + "position_embeddings.weight")
    types = weights[prefix + "token_type_embeddings.weight"]
    length = graph.node("Gather", graph.node("Shape", "input_ids"), graph.ints(1), axis=0)
    ids = graph.weight(np.arange(weights[prefix + "position_embeddings.weight"].shape[0], dtype=np.int64)[None, :])
    ids = graph.node("Slice", ids, graph.ints(0), length, graph.ints(1))
    total = graph.node("Gather", words, "input_ids")
    if with_types:
        total = graph.node("Add", total, graph.node("Gather", graph.weight(types), "token_type_ids"))
    else:
        total = graph.node("Add", total, graph.weight(types[0]))
    total = graph.node("Add", total, graph.node("Gather", places, ids))
    return layer_norm(graph, weights, prefix + "LayerNorm.", total)


def attention_bias(graph, is_pair):
    """0 where a token counts, a very small number where it is padding or, in a pair, of the other text."""
    mask = graph.node("Unsqueeze", "attention_mask", graph.ints(1, 2))
    mask = graph.node("Cast", mask, to=TensorProto.FLOAT)
    if is_pair:
        own, others = (graph.node("Unsqueeze", "token_type_ids", graph.ints(1, axis)) for axis in (3, 2))
        is_same = graph.node("Cast", graph.node("Equal", own, others), to=TensorProto.FLOAT)
        mask = graph.node("Mul", mask, is_same)
    return graph.node("Mul", graph.node("Sub", graph.number(1.0), mask), graph.number(-1e9))


def layer(graph, weights, prefix, hidden, mask, n_heads):
    attention = prefix + "attention."
    query, key, value = (
        heads(graph, dense(graph, weights, f"{attention}self.{part}.", hidden), n_heads)
        for part in ("query", "key", "value")
    )
    width = weights[attention + "self.query.bias"].shape[0] // n_heads
    scores = graph.node("MatMul", query, graph.node("Transpose", key, perm=[0, 1, 3, 2]))
    scores = graph.node("Div", scores, graph.number(np.sqrt(width)))
    shares = graph.node("Softmax", graph.node("Add", scores, mask), axis=-1)
    context = graph.node("Transpose", graph.node("MatMul", shares, value), perm=[0, 2, 1, 3])
    context = graph.node("Reshape", context, graph.ints(0, 0, n_heads * width))
    context = dense(graph, weights, attention + "output.dense.", context)
    hidden = layer_norm(graph, weights, attention + "output.LayerNorm.", graph.node("Add", context, hidden))
    inner = gelu(graph, dense(graph, weights, prefix + "intermediate.dense.", hidden))
    outer = dense(graph, weights, prefix + "output.dense.", inner)
    return layer_norm(graph, weights, prefix + "output.LayerNorm.", graph.node("Add", outer, hidden))


def heads(graph, hidden, n_heads):
    """[batch, length, width] -> [batch, heads, length, width per head], the shape computed as PyTorch's exporter does."""
    shape = graph.node("Shape", hidden)
    batch, length = (graph.node("Gather", shape, graph.ints(axis), axis=0) for axis in (0, 1))
    target = graph.node("Concat", batch, length, graph.ints(n_heads), graph.ints(-1), axis=0)
    return graph.node("Transpose", graph.node("Reshape", hidden, target), perm=[0, 2, 1, 3])


def dense(graph, weights, prefix, hidden):
    product = graph.node("MatMul", hidden, graph.weight(weights[prefix + "weight"].T))
    return graph.node("Add", graph.weight(weights[prefix + "bias"]), product)


def layer_norm(graph, weights, prefix, hidden):
    centred = graph.node("Sub", hidden, graph.node("ReduceMean", hidden, axes=[-1]))
    variance = graph.node("ReduceMean", graph.node("Pow", centred, graph.number(2.0)), axes=[-1])
    spread = graph.node("Sqrt", graph.node("Add", variance, graph.number(1e-12)))
    scaled = graph.node("Mul", graph.node("Div", centred, spread), graph.weight(weights[prefix + "weight"]))
    return graph.node("Add", scaled, graph.weight(weights[prefix + "bias"]))


def gelu(graph, hidden):
    erf = graph.node("Erf", graph.node("Div", hidden, graph.number(np.sqrt(2.0))))
    return graph.node("Mul", graph.node("Mul", hidden, graph.node("Add", erf, graph.number(1.0))), graph.number(0.5))


def mean_pooled(graph, hidden, mask):
    """The normalised mean over the tokens that the mask leaves."""
    mask = graph.node("Cast", graph.node("Unsqueeze", mask, graph.ints(-1)), to=TensorProto.FLOAT)
    total = graph.node("ReduceSum", graph.node("Mul", hidden, mask), graph.ints(1), keepdims=0)
    mean = graph.node("Div", total, graph.node("ReduceSum", mask, graph.ints(1), keepdims=0))
    return graph.node("Div", mean, graph.node("ReduceL2", mean, axes=[-1], keepdims=1))


def pair_cosine(graph, hidden):
    second = graph.node("Mul", "attention_mask", "token_type_ids")
    first = graph.node("Sub", "attention_mask", second)
    product = graph.node("Mul", *(mean_pooled(graph, hidden, mask) for mask in (first, second)))
    return graph.node("ReduceSum", product, graph.ints(1), keepdims=1)
