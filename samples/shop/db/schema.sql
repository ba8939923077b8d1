-- Tables of the shop. Amounts are whole cents.

CREATE TABLE customers (
    id         uuid PRIMARY KEY,
    email      text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE products (
    sku         text PRIMARY KEY,
    title       text NOT NULL,
    price_cents bigint NOT NULL CHECK (price_cents >= 0),
    stock       integer NOT NULL CHECK (stock >= 0),
    version     bigint NOT NULL DEFAULT 0
);

CREATE TABLE orders (
    id          text PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customers (id),
    total_cents bigint NOT NULL,
    placed_at   timestamptz NOT NULL DEFAULT now(),
    shipped_at  timestamptz
);

CREATE TABLE order_lines (
    order_id text NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    sku      text NOT NULL REFERENCES products (sku),
    quantity integer NOT NULL CHECK (quantity > 0),
    cents    bigint NOT NULL,
    PRIMARY KEY (order_id, sku)
);

CREATE INDEX orders_not_shipped ON orders (placed_at) WHERE shipped_at IS NULL;
