-- Tables of a shop – Geschäft.
CREATE SCHEMA shop;

CREATE TYPE shop.mood AS ENUM ('froh', 'müde');

/* Everybody who
   bought something. */
CREATE TABLE IF NOT EXISTS shop.customers (
    id serial PRIMARY KEY,
    -- as printed on letters
    name varchar(80) NOT NULL,
    "größe" numeric(4, 1),
    created_at timestamp DEFAULT now()
);

CREATE TABLE orders (
    id bigint PRIMARY KEY,
    customer_id bigint REFERENCES shop.customers (id),
    total numeric NOT NULL,
    CONSTRAINT positive CHECK (total > 0)
);

CREATE UNIQUE INDEX orders_by_customer ON orders (customer_id);

-- Orders of today.
CREATE OR REPLACE VIEW shop.today AS
SELECT o.id, c.name
FROM orders o
JOIN shop.customers c ON c.id = o.customer_id
WHERE o.total > 10;

CREATE MATERIALIZED VIEW totals AS
SELECT customer_id, sum(total) AS total FROM orders GROUP BY customer_id;

-- Adds tax.
CREATE OR REPLACE FUNCTION with_tax(amount numeric, rate numeric DEFAULT 0.19)
RETURNS numeric AS $$
BEGIN
    RETURN amount * (1 + rate);
END;
$$ LANGUAGE plpgsql;

CREATE TRIGGER stamp BEFORE UPDATE ON orders
FOR EACH ROW EXECUTE FUNCTION touch();

CREATE SEQUENCE invoice_numbers;

ALTER TABLE orders ADD COLUMN note text;

INSERT INTO orders (id, customer_id, total) VALUES (1, 1, with_tax(20));
SELECT count(*) FROM orders;
