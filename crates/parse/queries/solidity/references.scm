; references of solidity
