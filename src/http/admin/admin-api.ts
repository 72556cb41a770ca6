import type * as contract from './contract.ts'
import type { Body, Method, Operation, QueryInput, Reply } from './lib/operation.ts'

export type { Method } from './lib/operation.ts'

/*
 * The admin API as a map of types: from method and path to query, body and reply. The web app imports these types, and
 * the types of `contract.ts`. A path may be a template literal: `/endpoints/${id}` is the operation `/endpoints/:id`.
 */

type AdminOperation = Extract<(typeof contract)[keyof typeof contract], Operation>

/** Replaces each parameter by a colon: both `/endpoints/:id` and `/endpoints/${string}` become `/endpoints/:`. */
type NormalPath<Path extends string> =
  IsAny<Path> extends true
    ? ':'
    : Path extends `${infer Head}/${infer Tail}`
      ? `${NormalSegment<Head>}/${NormalPath<Tail>}`
      : NormalSegment<Path>
/** The parameters of the web app's router are `any`. */
type IsAny<Type> = 0 extends 1 & Type ? true : false
type NormalSegment<Segment extends string> = string extends Segment
  ? ':'
  : Segment extends `:${string}`
    ? ':'
    : Segment

type OperationsByKey = {
  [Op in AdminOperation as `${Op['method']} ${NormalPath<Op['path']>}`]: Op
}

/** The operation with this method and path; never without such an operation. */
export type OperationAt<
  M extends Method,
  Path extends string,
> = OperationsByKey[`${M} ${NormalPath<Path>}` & keyof OperationsByKey]

type Pattern<Path extends string> = Path extends `${infer Head}/:${infer Rest}`
  ? Rest extends `${string}/${infer Tail}`
    ? `${Head}/${string}${Pattern<`/${Tail}`>}`
    : `${Head}/${string}`
  : Path

/** The paths of the operations with this method, with `${string}` for parameters. */
export type PathOf<M extends Method> = Pattern<Extract<AdminOperation, { method: M }>['path']>

export type QueryAt<Path extends string, M extends Method = 'GET'> = QueryInput<
  OperationAt<M, Path>
>
export type BodyAt<M extends Method, Path extends string> = Body<OperationAt<M, Path>>
export type ReplyAt<M extends Method, Path extends string> = Reply<OperationAt<M, Path>>

/**
 * The paths of lists whose items have ids. They are selected before their parameters become `${string}`, because a union
 * drops `/things/${string}/parts` beside `/things/${string}`.
 */
export type ListPath = Pattern<PathOfList<AdminOperation>>

type PathOfList<Op> = Op extends { method: 'GET'; path: infer Path extends string }
  ? Reply<Op> extends { data: { id: string }[]; has_more: boolean }
    ? Path
    : never
  : never

export type ListItem<Path extends string> =
  ReplyAt<'GET', Path> extends { data: (infer Item extends { id: string })[] } ? Item : never
