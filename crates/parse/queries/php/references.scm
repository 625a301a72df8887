; references of php
