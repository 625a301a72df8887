%% @doc Counts ducks – Enten.
-module(duck_pond).
-behaviour(gen_server).

-export([start_link/0, count/1, init/1]).
-import(lists, [map/2, foldl/3]).
-include("duck.hrl").
-include_lib("kernel/include/logger.hrl").

-define(MAX_DUCKS, 100).
-define(LOG(Text), io:format("~s~n", [Text])).

-record(pond, {
    name = "Teich" :: string(),
    ducks = [] :: [duck()]
}).

-type duck() :: {duck, atom()}.
-opaque handle() :: pid().
-callback feed(duck()) -> ok.

%% Starts the pond.
-spec start_link() -> {ok, pid()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

%% Counts them.
-spec count([duck()]) -> non_neg_integer().
count([]) ->
    0;
count([_ | Rest]) when is_list(Rest) ->
    ?LOG("größer"),
    1 + count(Rest).

init([]) ->
    State = #pond{name = "see"},
    {ok, State#pond{ducks = map(fun quack/1, [])}}.

%% Not exported.
quack({duck, Name}) -> Name;
quack(Other) ->
    helper(Other).

helper(X) -> X.
