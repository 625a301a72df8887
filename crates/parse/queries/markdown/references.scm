; What a Markdown file uses: nothing. Links stand in the inline grammar, which is not loaded.
