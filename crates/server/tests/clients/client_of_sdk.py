"""The official Python SDK and FastMCP against `quarry mcp` and `quarry serve`, with and without a handshake.

Called by crates/cli/tests/clients.rs: BINARY ROOT URL. The repository is the shop of those tests. Exits with 0 if all is as it
should be; an assertion says what is not.
"""

import asyncio
import os
import pathlib
import sys

import fastmcp
from fastmcp.client.transports import StdioTransport
from mcp import Client, StdioServerParameters
from mcp_types import ListRootsResult, Root

BINARY, ROOT, URL = sys.argv[1:]


async def check_sdk(name, server, mode):
    async with Client(server, mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"search", "status"} <= set(tools), tools
        for tool in tools.values():
            assert tool.annotations.read_only_hint and tool.output_schema, tool
        # The SDK checks structured content against the output schema.
        result = await client.call_tool("search", {"query": "check password", "limit": 1})
        assert not result.is_error, result
        assert result.structured_content["hits"][0]["path"] == "src/auth.rs", result
        assert "given ==" in result.content[0].text, result
        status = await client.call_tool("status", {})
        assert status.structured_content["repositories"][0]["files"] == 3, status
        wrong = await client.call_tool("search", {"query": "x", "lang": "klingon"})
        assert wrong.is_error and "klingon" in wrong.content[0].text, wrong
        uris = [str(resource.uri) for resource in (await client.list_resources()).resources]
        assert "quarry://shop/README.md" in uris, uris
        read = await client.read_resource("quarry://shop/README.md#L1-L1")
        assert read.contents[0].text == "# Shop\n", read
        prompt = await client.get_prompt("onboarding", {"focus": "the cart"})
        assert "the cart" in prompt.messages[0].content.text, prompt
        assert "search" in client.instructions, client.instructions
        print(f"ok  mcp {name} {mode}: protocol {client.protocol_version}")


async def check_roots(mode):
    """Started outside of a repository, the server asks: by a request, or without a handshake by its answer."""

    async def roots(_context):
        return ListRootsResult(roots=[Root(uri=pathlib.Path(ROOT).as_uri())])

    server = StdioServerParameters(command=BINARY, args=["mcp"], env=dict(os.environ), cwd="/")
    async with Client(server, mode=mode, list_roots_callback=roots) as client:
        result = await client.call_tool("search", {"query": "check password", "limit": 1})
        assert result.structured_content["hits"][0]["path"] == "src/auth.rs", result
        print(f"ok  mcp roots {mode}: protocol {client.protocol_version}")


async def check_fastmcp(name, transport):
    async with fastmcp.Client(transport) as client:
        assert {"search", "status"} <= {tool.name for tool in await client.list_tools()}
        result = await client.call_tool("search", {"query": "cart total"})
        assert result.structured_content["hits"][0]["path"] == "src/cart.py", result
        read = await client.read_resource("quarry://shop/src/cart.py#L2")
        assert read[0].text == "    def total(self):\n", read
        print(f"ok  fastmcp {name}")


async def main():
    for mode in ["legacy", "auto"]:
        await check_sdk("stdio", StdioServerParameters(command=BINARY, args=["mcp", ROOT], env=dict(os.environ)), mode)
        await check_sdk("http", URL, mode)
        await check_roots(mode)
    await check_fastmcp("stdio", StdioTransport(command=BINARY, args=["mcp", ROOT], env=dict(os.environ)))
    await check_fastmcp("http", URL)


asyncio.run(main())
