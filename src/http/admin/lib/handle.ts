import { compileValidator } from '#contract'
import type {
  Body,
  Operation,
  ParsedQuery,
  PathParams,
  Reply,
  ReplyValue,
  RequiredPermission,
  UndeclaredMembers,
} from './operation.ts'
import {
  type AdminRoute,
  bodyLimits,
  JsonResponse,
  type PublicContext,
  type SessionContext,
  type TxRouteContext,
} from './route.ts'

/*
 * Functions that bind handlers to the operations of a contract. Params, query and body of a handler have the
 * declared types. The response must have exactly the declared members.
 */

type OperationContext<Op extends Operation, Base> = Omit<Base, 'params' | 'query' | 'body'> & {
  params: PathParams<Op['path']>
  query: ParsedQuery<Op>
  body: Body<Op>
}

/**
 * The type that a handler returns: the reply of the operation. If the operation has media types of its own,
 * the handler sends the response itself and returns `HANDLED`.
 */
type HandlerResult<Op extends Operation> = Op extends { mediaTypes: unknown }
  ? symbol
  : Op extends { reply: unknown }
    ? ReplyValue<Reply<Op>> | JsonResponse<ReplyValue<Reply<Op>>>
    : // biome-ignore lint/suspicious/noConfusingVoidType: handlers without a reply return nothing
      void

type Unwrapped<Result> = Result extends JsonResponse<infer Value> ? Value : Result

/**
 * The type of an additional argument. If the response has members that the operation does not declare, this
 * argument is required, which causes a type error.
 */
type Check<Op extends Operation, Result> = Op extends { reply: unknown }
  ? [UndeclaredMembers<Unwrapped<Result>, Reply<Op>>] extends [never]
    ? []
    : [undeclared_members: UndeclaredMembers<Unwrapped<Result>, Reply<Op>>]
  : []

type Handler<Op extends Operation, Base, Result> = (
  context: OperationContext<Op, Base>,
) => Result | Promise<Result>

/**
 * Binds a handler that runs in one transaction of the user's account. For a GET request, the transaction is
 * read-only.
 */
export const handle = <
  Op extends Operation & { permission: Exclude<RequiredPermission, 'none'> },
  Result extends HandlerResult<Op>,
>(
  operation: Op,
  handler: Handler<Op, TxRouteContext<unknown>, Result>,
  ..._check: Check<Op, Result>
): AdminRoute => createRoute(operation, 'transaction', handler)

/**
 * Binds a handler that runs in a transaction after `prepare`. `prepare` does work that needs no transaction
 * and can take long, such as reading a file. The handler gets its result as `prepared`.
 */
export const handlePrepared = <
  Op extends Operation & { permission: Exclude<RequiredPermission, 'none'> },
  Prepared,
  Result extends HandlerResult<Op>,
>(
  operation: Op,
  prepare: (context: OperationContext<Op, SessionContext<unknown>>) => Promise<Prepared>,
  handler: Handler<Op, TxRouteContext<unknown> & { prepared: Prepared }, Result>,
  ..._check: Check<Op, Result>
): AdminRoute => ({
  ...createRoute(operation, 'transaction', handler),
  // The router sets the params. The body is validated before this call.
  prepare: (context) =>
    prepare(context as unknown as OperationContext<Op, SessionContext<unknown>>),
})

/**
 * Binds a handler that runs without a transaction. It hashes a password, uses the network, or opens its own
 * transactions.
 */
export const handleWithoutTx = <
  Op extends Operation & { permission: Exclude<RequiredPermission, 'none'> },
  Result extends HandlerResult<Op>,
>(
  operation: Op,
  handler: Handler<Op, SessionContext<unknown>, Result>,
  ..._check: Check<Op, Result>
): AdminRoute => createRoute(operation, 'none', handler)

/** Binds a handler that requires no sign-in. The handler runs without a transaction. */
export const handlePublic = <
  Op extends Operation & { permission: 'none' },
  Result extends HandlerResult<Op>,
>(
  operation: Op,
  handler: Handler<Op, PublicContext<unknown>, Result>,
  ..._check: Check<Op, Result>
): AdminRoute => createRoute(operation, 'none', handler)

function createRoute<Op extends Operation, Base, Result>(
  operation: Op,
  transactionScope: AdminRoute['transactionScope'],
  handler: Handler<Op, Base, Result>,
): AdminRoute {
  const { method, path, permission, tier, summary, query, body, bodySize, status = 200 } = operation
  return {
    method,
    path,
    permission,
    tier,
    summary,
    operation,
    transactionScope,
    isBackground: operation.isBackground ?? false,
    validateBody: body === undefined ? undefined : compileValidator(body),
    bodyLimit: bodyLimits[bodySize ?? (permission === 'none' ? 'public' : 'default')],
    handle: async (context) => {
      // The router sets the params. The body is validated before this call.
      const result: unknown = await handler({
        ...context,
        query: query?.parse(context.query),
      } as unknown as OperationContext<Op, Base>)
      return status === 200 || typeof result === 'symbol' || result instanceof JsonResponse
        ? result
        : new JsonResponse(status, result)
    },
  }
}
