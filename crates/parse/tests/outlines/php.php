<?php

declare(strict_types=1);

namespace App\Library;

use App\Contracts\{Reader, Writer as Out};
use Psr\Log\LoggerInterface;
use Some\Long\Name as Short;

require_once 'helpers.php';

define('LIBRARY_ROOT', __DIR__);
const DEFAULT_LANGUAGE = 'de';

/**
 * What can be lent – for a while.
 */
interface Lendable extends \Countable
{
    const DAYS = 14;

    public function lend(
        Guest $guest,
        ?int $days = null
    ): bool;
}

trait Logs
{
    protected ?LoggerInterface $logger = null;

    private function log(string $text): void
    {
        $this->logger?->info($text);
    }
}

enum Genre: string implements HasLabel
{
    case Novel = 'roman';
    // With pictures.
    case Comic = 'comic';

    public function label(): string
    {
        return ucfirst($this->value);
    }
}

/** A book that can be lent. */
#[Entity(table: 'books')]
abstract class Book extends Item implements Lendable, Short\Printable
{
    use Logs;

    public const MAX = 3, MIN = 1;
    private static array $all = [];
    public readonly string $größe;

    public function __construct(
        private readonly string $title,
        protected int $pages = 0,
    ) {
        parent::__construct($title);
        self::$all[] = new Page($this);
    }

    abstract public function read(int $page): ?Page;

    // Finds a book.
    #[Pure]
    public static function find(string $title): static|null
    {
        $found = array_filter(self::$all, fn (Book $b) => $b->title === $title);
        return $found[0] ?? Reader::open($title);
    }
}

/** Counts all letters. */
function count_letters(string ...$texts): int
{
    $local = 0;
    return \array_sum(array_map('mb_strlen', $texts));
}
