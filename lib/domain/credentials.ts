/** With what a client of one cluster's REST API proves who it is, and what it trusts. Never logged, never stored. */
export interface Credentials {
  readonly auth:
    | { readonly type: 'none' }
    | { readonly type: 'basic'; readonly username: string; readonly password: string }
    | { readonly type: 'bearer'; readonly token: string }
  readonly tls: {
    /** PEM text; null: what Node.js trusts. */
    readonly ca: string | null
    /** PEM texts; null: none. */
    readonly client: { readonly cert: string; readonly key: string } | null
  }
}
