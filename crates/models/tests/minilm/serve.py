"""all-MiniLM-L6-v2 behind both protocols: `serve.py FOLDER`. The first line of output is the address.

    POST /api/embed                 as Ollama
    POST /v1/embeddings             as OpenAI, with the key "sk-test"

The model is known as "all-minilm". To make it fail, name the fault in the address: POST /fault/<fault>/api/embed, where
<fault> is one of 429, 500, hang, dimension, nan, count, malformed, or die-after-<n> (requests with vectors).
"""

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import onnxruntime

import make

KEY = "Bearer sk-test"
MODEL = "all-minilm"


class Model:
    def __init__(self, folder):
        self.session = onnxruntime.InferenceSession(folder / "model.onnx")
        self.tokenizer = make.tokenizer_of(folder)
        self.n_answers = 0
        self.lock = threading.Lock()

    def vectors(self, texts):
        with self.lock:
            self.n_answers += 1
            return make.run(self.session, self.tokenizer, texts)["mean"].tolist()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model = None

    def do_POST(self):
        path, fault = self.path, None
        if path.startswith("/fault/"):
            _, _, fault, rest = path.split("/", 3)
            path = "/" + rest
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = request["input"] if isinstance(request["input"], list) else [request["input"]]
        is_ollama = path == "/api/embed"
        if not is_ollama and path != "/v1/embeddings":
            self.answer(404, "404 page not found")
        elif not is_ollama and self.headers.get("authorization") != KEY:
            self.answer(401, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}})
        elif request["model"].removesuffix(":latest") != MODEL:
            name = request["model"]
            said = f'model "{name}" not found, try pulling it first' if is_ollama else f"The model `{name}` does not exist"
            self.answer(404, {"error": said if is_ollama else {"message": said, "code": "model_not_found"}})
        elif fault in ("429", "500"):
            self.answer(int(fault), {"error": {"message": "too much to do"}}, {"retry-after": "0"})
        elif fault == "hang":
            threading.Event().wait()
        elif fault == "malformed":
            self.answer(200, '{"embeddings": [[0.1, 0.2')
        else:
            self.answer_with(spoiled(self.model, texts, fault), is_ollama)

    def answer_with(self, vectors, is_ollama):
        items = [{"object": "embedding", "index": n, "embedding": vector} for n, vector in enumerate(vectors)]
        self.answer(200, {"model": MODEL, "embeddings": vectors} if is_ollama else {"object": "list", "data": items})

    def answer(self, status, body, headers={}):
        content = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": len(content), **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def spoiled(model, texts, fault):
    """The vectors, with the fault that was asked for."""
    if fault and fault.startswith("die-after-") and model.n_answers >= int(fault.removeprefix("die-after-")):
        os._exit(1)
    vectors = model.vectors(texts)
    match fault:
        case "dimension":
            return [vector[:-1] for vector in vectors]
        case "nan":
            return [[float("nan")] * len(vector) for vector in vectors]
        case "count":
            return vectors[:-1]
    return vectors


if __name__ == "__main__":
    Handler.model = Model(Path(sys.argv[1]))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
