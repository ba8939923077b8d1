-- Revenue of each month, with the share of orders that had free delivery.
CREATE VIEW monthly_revenue AS
SELECT date_trunc('month', placed_at) AS month,
       count(*)                       AS orders,
       sum(total_cents) / 100.0       AS revenue,
       avg((total_cents >= 5000)::int) AS free_delivery_share
FROM orders
GROUP BY 1
ORDER BY 1;

-- What is bought together with a product: other products of the same orders, most frequent first.
CREATE FUNCTION bought_together(wanted text) RETURNS TABLE (sku text, times bigint) AS $$
    SELECT other.sku, count(*)
    FROM order_lines mine
    JOIN order_lines other ON other.order_id = mine.order_id AND other.sku <> mine.sku
    WHERE mine.sku = wanted
    GROUP BY other.sku
    ORDER BY 2 DESC
    LIMIT 10
$$ LANGUAGE sql STABLE;
