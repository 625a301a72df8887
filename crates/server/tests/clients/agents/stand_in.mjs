// A model that thinks nothing: offered the tool `search` of Quarry it calls it once, and ends when it has read the answer.
//
// It speaks what agents speak: messages of Anthropic, responses and chat completions of OpenAI, contents of Gemini.

import { createServer } from "node:http";

const CALL = { id: "call_1", query: "where are passwords checked" };

/** Listens on this machine. `seen` tells which tools were offered, and whether what Quarry answered came back. */
export async function standIn(mark) {
  const seen = { tools: [], isAnswered: false, requests: [] };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    seen.requests.push(`${request.method} ${request.url}`);
    const dialect = Object.entries(DIALECTS).find(([, one]) => one.path.test(request.url))?.[1];
    if (request.method !== "POST" || !dialect) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: [], models: [] }));
      return;
    }
    const body = JSON.parse(text);
    const offered = (body.tools ?? []).flatMap(dialect.names).filter((name) => /quarry/.test(name));
    seen.tools = [...new Set([...seen.tools, ...offered])];
    seen.isAnswered ||= text.includes(mark);
    const search = offered.find((name) => name.endsWith("search"));
    const events = search && !text.includes(mark) ? dialect.call(search) : dialect.say("Done.");
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) response.write(`${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
    response.end(dialect.end ?? "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { seen, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const DIALECTS = {
  anthropic: {
    path: /\/messages(\?|$)/,
    names: (tool) => tool.name ?? [],
    call: (name) =>
      message({ type: "tool_use", id: CALL.id, name, input: {} }, "tool_use", {
        type: "input_json_delta",
        partial_json: JSON.stringify({ query: CALL.query }),
      }),
    say: (text) => message({ type: "text", text: "" }, "end_turn", { type: "text_delta", text }),
  },
  responses: {
    path: /\/responses(\?|$)/,
    names: (tool) => tool.tools?.map((one) => `${tool.name}/${one.name}`) ?? tool.name ?? [],
    call(full) {
      const [namespace, name] = full.includes("/") ? full.split("/") : [undefined, full];
      const called = { type: "function_call", id: "item_1", call_id: CALL.id, namespace, name };
      return responses({ ...called, arguments: JSON.stringify({ query: CALL.query }) });
    },
    say: (text) =>
      responses({ type: "message", id: "item_1", role: "assistant", content: [{ type: "output_text", text }] }),
  },
  chat: {
    path: /\/chat\/completions(\?|$)/,
    names: (tool) => tool.function?.name ?? [],
    call: (name) =>
      completion(
        {
          tool_calls: [
            { index: 0, id: CALL.id, type: "function", function: { name, arguments: JSON.stringify({ query: CALL.query }) } },
          ],
        },
        "tool_calls",
      ),
    say: (content) => completion({ content }, "stop"),
    end: "data: [DONE]\n\n",
  },
  gemini: {
    path: /:streamGenerateContent/,
    names: (tool) => tool.functionDeclarations?.map((one) => one.name) ?? [],
    call: (name) => contents({ functionCall: { name, args: { query: CALL.query } } }),
    say: (text) => contents({ text }),
  },
};

function message(block, stop_reason, delta) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const head = { id: "msg_1", type: "message", role: "assistant", model: "stand-in", content: [], stop_reason: null, usage };
  return [
    { type: "message_start", message: head },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason }, usage },
    { type: "message_stop" },
  ];
}

function responses(item) {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return [
    { type: "response.created", response: { id: "resp_1" } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id: "resp_1", usage } },
  ];
}

function completion(delta, finish_reason) {
  const chunk = { id: "chat_1", object: "chat.completion.chunk", created: 0, model: "stand-in" };
  return [
    { ...chunk, choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ];
}

function contents(part) {
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [{ candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }], usageMetadata }];
}
