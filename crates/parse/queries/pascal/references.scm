; references of pascal
