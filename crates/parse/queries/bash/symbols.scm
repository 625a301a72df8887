; symbols of bash
