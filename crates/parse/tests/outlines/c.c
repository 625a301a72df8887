/* A ring buffer of readings – one writer, one reader. */
#include <stdio.h>
#include "ring.h"

#ifndef RING_C_H_
#define RING_C_H_
#endif

/* Slots of a ring. */
#define RING_SLOTS 64
#define RING_DEBUG
#define MIN(a, b) ((a) < (b) ? (a) : (b))
/** Walks over all slots. */
#define ring_for_each(pos, ring) \
	for (pos = (ring)->head; pos; \
	     pos = pos->next)
#define NOTHING()

typedef unsigned long ring_size_t;
typedef int (*ring_compare)(const void *a, const void *b);
typedef struct reading *reading_ref;

// What a sensor said.
struct reading {
	int value; /* in °C */
	const char *unit;
	// Raw bytes.
	unsigned char raw[16];
	unsigned ready : 1, stale : 1;
	int (*parse)(struct reading *self, const char *text);
	union {
		float f;
		long l;
	} as;
	struct reading **next;
};

enum state {
	STATE_IDLE,
	/* Being written. */
	STATE_BUSY = 4,
};

typedef struct ring {
	struct reading slots[RING_SLOTS];
	enum state state;
} ring_t;

/** A point on the map. */
typedef struct {
	double x, y;
} point_t;

typedef enum { RED, GREEN } color_t;

union word {
	int i;
	char c[4];
};

int ring_count = 0;
static const char *const names[] = { "größe", "zeit" };
static struct reading fallback = { .value = 1 };
extern int not_here;

/* Opens a ring. */
ring_t *ring_open(const char *path,
		  ring_size_t slots);
static inline int helper(void);

/**
 * Reads the next value.
 * @ring: where from
 */
static int ring_read(ring_t *ring,
		     struct reading *out)
{
	int local = 3;
	struct reading *slot = &ring->slots[local];

	*out = *slot;
	return slot->parse(out, "x") + MIN(local, 2);
}

char **ring_names(void)
{
	printf("%d\n", helper());
	return NULL;
}

struct reading *ring_first(ring_t *ring) { return ring->slots; }

#ifdef CONFIG_RING
int ring_init(void)
{
	return 0;
}
#endif

/* Macros that define have no semicolon between head and body. */
RING_DEFINE2(ring_size, struct ring *, ring, int, flags)
{
	return helper();
}
