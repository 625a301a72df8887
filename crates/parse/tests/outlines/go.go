// Package pool keeps workers – as few as possible.
package pool

import (
	"context"
	"fmt"

	log "github.com/example/slog"
	_ "embed"
)

import . "strings"

// MaxWorkers bounds every pool.
const MaxWorkers = 16

const (
	// StateIdle waits for work.
	StateIdle State = iota
	StateBusy
	stateA, stateB = "ä", "b"
)

var ErrClosed = fmt.Errorf("pool is closed")

var (
	defaultPool *Pool[int]
	// registry maps names to pools.
	registry, names = map[string]any{}, []string{"größe"}
)

// State says what a worker does.
type State int

type Alias = map[string]State

// Job is what a worker runs.
type Job[T any] func(ctx context.Context, in T) error

type (
	// Runner runs jobs.
	Runner interface {
		fmt.Stringer
		// Run blocks until the job is done.
		Run(ctx context.Context) error
	}

	point struct{ x, y int }
)

// Pool is a set of workers.
type Pool[T any] struct {
	Worker
	*log.Logger

	// jobs waits for free workers.
	jobs  chan Job[T] `json:"jobs"`
	limit int
	stats struct {
		done int
	}
}

// New makes a pool of n workers.
func New[T any](n int, options ...func(*Pool[T])) (*Pool[T], error) {
	const local = 3
	if n > MaxWorkers {
		return nil, ErrClosed
	}
	p := &Pool[T]{limit: n}
	for _, option := range options {
		option(p)
	}
	return p, nil
}

// Submit hands a job to the next free worker.
func (p *Pool[T]) Submit(
	ctx context.Context,
	job Job[T],
) error {
	run := func() { p.jobs <- job }
	run()
	return ctx.Err()
}

func (s State) String() string { return Repeat("·", int(s)) }

func (*Pool[T]) Close() { log.Info("closed", log.Int("n", 1)) }

func asm(x uint64) uint64
