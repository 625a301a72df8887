; symbols of solidity
