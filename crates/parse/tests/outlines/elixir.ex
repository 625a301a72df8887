defmodule Library.Shelf do
  @moduledoc """
  Keeps books — auch „Bücher“.
  """

  use GenServer
  import Ecto.Query, only: [from: 2]
  alias Library.{Book, Loan}
  alias Library.Reader, as: Person
  require Logger

  @behaviour Library.Store
  @max_books 500

  @type t :: %__MODULE__{name: String.t(), books: [Book.t()]}
  @typep index :: non_neg_integer()

  defstruct [:name, books: [], öffnung: 9]

  @doc """
  Starts a shelf.
  """
  @spec start_link(keyword()) :: GenServer.on_start()
  def start_link(opts \\ []) do
    GenServer.start_link(__MODULE__, opts, name: __MODULE__)
  end

  @callback sort(t()) :: t()

  # Puts a book on it.
  @doc "Adds a book."
  @doc since: "1.2.0"
  def add(%__MODULE__{} = shelf, %Book{} = book) when is_list(shelf.books) do
    Logger.info("adding #{book.title}")
    %{shelf | books: [book | shelf.books]}
  end

  def add(shelf, nil), do: shelf

  @impl true
  def init(opts), do: {:ok, opts}

  defp limit, do: @max_books

  @doc false
  defmacro shelf(name, do: block) do
    quote do
      unquote(block)
    end
  end

  defguardp is_full(count) when count > 500

  defdelegate size(shelf), to: Library.Counter

  def a ~> b, do: {a, b}

  defmodule Error do
    defexception message: "no room"
  end
end

defprotocol Library.Weigh do
  @doc "In grams."
  def grams(thing)
end

defimpl Library.Weigh, for: Library.Book do
  def grams(book), do: book.pages * 5
end

defmodule Library.ShelfTest do
  use ExUnit.Case, async: true

  describe "add/2" do
    test "keeps the order", %{shelf: shelf} do
      assert Library.Shelf.add(shelf, nil) |> is_map()
    end
  end
end
