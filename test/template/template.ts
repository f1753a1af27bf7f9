import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

export type Json = null | boolean | number | string | readonly Json[] | JsonMap
export interface JsonMap {
  readonly [key: string]: Json
}

export interface Resource {
  readonly id: string
  readonly type: string
  readonly properties: JsonMap
  /** All of it, with DependsOn and Condition. */
  readonly body: JsonMap
}

export const isMap = (value: Json | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a path; fails if nothing does. */
export function at(value: Json, ...path: readonly (string | number)[]): Json {
  let found: Json | undefined = value
  for (const step of path) {
    if (Array.isArray(found)) found = found[Number(step)]
    else found = isMap(found) ? found[step] : undefined
    if (found === undefined) throw new Error(`no ${path.join('.')} in ${JSON.stringify(value)}`)
  }
  return found
}

/** Items of what is a list, or the one thing that stands for a list of one. */
export const list = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value])

/** The packaged CloudFormation template. */
export const template = (): Json =>
  JSON.parse(readFileSync(join(inject('packaged'), 'cloudformation-template-update-stack.json'), 'utf8'))

/** Resources of a type, or all. */
export function resources(type?: string): readonly Resource[] {
  const all = at(template(), 'Resources')
  return Object.entries(isMap(all) ? all : {}).flatMap(([id, body]) => {
    if (!isMap(body) || (type !== undefined && body.Type !== type)) return []
    const properties = body.Properties
    return [{ id, type: String(body.Type), properties: isMap(properties) ? properties : {}, body }]
  })
}

export function resource(id: string): JsonMap {
  const found = resources().find((each) => each.id === id)
  if (found === undefined) throw new Error(`no resource ${id}`)
  return found.properties
}

/** Logical ids that a value mentions by Ref, Fn::GetAtt, Fn::Sub or DependsOn; those of AWS itself left out. */
export const references = (value: Json): readonly string[] =>
  mentions(value).filter((name) => !name.startsWith('AWS::'))

function mentions(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(mentions)
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([key, child]) => {
    if (key === 'Ref') return [String(child)]
    if (key === 'Fn::GetAtt') return [String(at(child, 0))]
    if (key === 'Fn::Sub') return [...String(child).matchAll(/\$\{([^!}.]+)/g)].map(([, name = '']) => name)
    if (key === 'DependsOn') return list(child).map(String)
    return mentions(child)
  })
}
