-- The database that the tool starts with: made-up customers and their orders.
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  city TEXT NOT NULL
);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  item TEXT NOT NULL,
  amount_cents INTEGER NOT NULL,
  status TEXT NOT NULL
);
INSERT INTO customers (id, name, email, city) VALUES
  (1, 'Ada Okafor', 'ada.okafor@mail.example', 'Lagos'),
  (2, 'Bruno Keller', 'bruno.keller@post.example', 'Zurich'),
  (3, 'Chandra Rao', 'chandra@rao-textiles.example', 'Chennai'),
  (4, 'Dalia Haddad', 'dalia.haddad@mail.example', 'Amman'),
  (5, 'Emil Sorensen', 'emil@sorensen.example', 'Aarhus');
INSERT INTO orders (id, customer_id, item, amount_cents, status) VALUES
  (101, 1, 'Walnut desk', 48900, 'shipped'),
  (102, 1, 'Desk lamp', 5900, 'delivered'),
  (103, 2, 'Office chair', 31900, 'open'),
  (104, 3, 'Shelf', 12900, 'open'),
  (105, 5, 'Monitor arm', 8900, 'returned');
