; symbols of php
