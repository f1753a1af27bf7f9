import type { Diagnosis } from './diagnosis.ts'

/** What one scan saw of one connector. */
export type ObservedHealth =
  | { readonly is: 'failed'; readonly diagnosis: Diagnosis }
  | { readonly is: 'running' }
  | { readonly is: 'other'; readonly what: string }
