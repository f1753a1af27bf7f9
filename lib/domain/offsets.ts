/**
 * How far a connector had got, reduced to what can be compared and stored.
 * `sink`: the sum of the committed offsets of its consumer group, and the number of partitions that have one.
 * `source`: a digest (hex SHA-256) of the canonical JSON of its offsets, which are the connector's own and opaque.
 * `unavailable`: no offsets API (before Kafka 3.5), or it did not answer; `why` is for people.
 */
export type OffsetPoint =
  | { readonly type: 'sink'; readonly committed: number; readonly partitions: number }
  | { readonly type: 'source'; readonly digest: string }
  | { readonly type: 'unavailable'; readonly why: string }

/** An entry of `GET /connectors/{name}/offsets` as it came: of a source it is the connector's own, of any not to be trusted. */
export interface OffsetEntry {
  readonly partition: unknown
  readonly offset: unknown
}
