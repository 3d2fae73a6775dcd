/** A value that is made at the first call and kept. If making it throws, the next call tries again. */
export function lazy<Value>(make: () => Value): () => Value {
  let created: { readonly value: Value } | undefined;
  return () => {
    created ??= { value: make() };
    return created.value;
  };
}
