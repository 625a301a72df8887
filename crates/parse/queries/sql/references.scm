; references of sql
