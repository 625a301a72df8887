// The server wants a token. It is kept in this tab alone, and sent to this server alone.

import { useEffect, useRef, useState } from "preact/hooks";
import { access, keepToken } from "../api";

export function TokenForm() {
  const [token, setToken] = useState("");
  const { tried } = access.use();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      class="view token"
      onSubmit={(event) => {
        event.preventDefault();
        keepToken(token.trim());
      }}
    >
      <h1>A token is needed</h1>
      <p>This server answers those who have a token. It is kept in this tab until you close it.</p>
      {tried > 0 && (
        <p class="note problem" role="alert">
          The server does not know that token.
        </p>
      )}
      <label class="filter wide">
        <span>Token</span>
        <input
          ref={field}
          type="password"
          name="token"
          autocomplete="off"
          required
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary">
        Open
      </button>
    </form>
  );
}
