// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./Token.sol";
import {Ownable, Context as Ctx} from "@openzeppelin/contracts/access/Ownable.sol";
import * as math from "./math.sol";

/// Basis points of one.
uint256 constant ONE = 10_000;

error TooLittle(uint256 given);

type Price is uint128;

struct Bid {
    address bidder;
    uint256 amount;
}

/// Free function — größer.
function larger(uint256 a, uint256 b) pure returns (uint256) {
    return a > b ? a : b;
}

interface IAuction {
    event Opened(uint256 indexed id);
    function bid(uint256 id) external payable returns (bool);
}

library Sums {
    function sum(uint256[] memory values) internal pure returns (uint256 total) {
        for (uint256 i = 0; i < values.length; i++) total += values[i];
    }
}

/**
 * @title An auction
 * @notice Highest bid wins.
 */
contract Auction is IAuction, Ownable(msg.sender) {
    using Sums for uint256[];

    enum State { Open, Closed }

    /// Who leads.
    mapping(uint256 => Bid) public leaders;
    uint256 private immutable start;
    State public state = State.Open;

    event Raised(address indexed who, uint256 amount);
    error Late();

    modifier onlyOpen() {
        require(state == State.Open, unicode"schon zu – größer");
        _;
    }

    constructor(uint256 _start) {
        start = _start;
    }

    receive() external payable {}

    fallback() external {}

    /// @inheritdoc IAuction
    function bid(uint256 id) external payable override onlyOpen returns (bool) {
        if (msg.value <= leaders[id].amount) revert TooLittle(msg.value);
        leaders[id] = Bid({bidder: msg.sender, amount: msg.value});
        emit Raised(msg.sender, msg.value);
        Token token = new Token();
        return larger(msg.value, token.balanceOf(msg.sender)) > 0;
    }
}

abstract contract Base {
    function close() public virtual;
}
