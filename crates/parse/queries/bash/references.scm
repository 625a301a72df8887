; references of bash
