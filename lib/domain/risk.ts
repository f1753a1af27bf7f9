import type { Bytes } from '../util/bytes.ts'
import type { Remedy } from './diagnosis.ts'

/** A connector that runs, and that takes the most of a worker into which the load does not fit. Texts hold no secrets. */
export interface Risk {
  readonly connector: string
  /** The worker (host:port) that would run out of heap. */
  readonly worker: string
  /** `now`: when all that runs holds what it may hold. `one-worker-fewer`: when a worker is lost, and its tasks move. */
  readonly when: 'now' | 'one-worker-fewer'
  /** likely: from 0.88 of the heap on. certain: more than the heap. */
  readonly fit: 'likely' | 'certain'
  /** One line for people. */
  readonly summary: string
  /** Estimated, at least `low`, at most `high`; `heap` is the worker's maximum. */
  readonly bytes: { readonly heap: number; readonly worker: Bytes }
  /** Best first; those with which it would fit. For the first risks only. */
  readonly remedies: readonly Remedy[]
}
