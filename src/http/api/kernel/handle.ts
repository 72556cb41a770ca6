import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import type { Operation } from '#contract/operation'
import { type OperationId, type OperationOf, operationOf } from '#contract/operations'
import { atRealTime } from '#platform/postgres/database'
import { withDryRun } from '#platform/postgres/dry-run'
import { assertIfMatch, etagTextOf } from './etag.ts'
import { type Input, parseInput } from './input.ts'
import { renderView, type View } from './render.ts'
import type { ApiDeps, ApiRoute, RequestContext, TextResponse, TxRequestContext } from './route.ts'
import { type Run, runAndSend } from './run.ts'
import { sendResponse } from './send.ts'

/*
 * Functions that bind handlers to the operations of the contract. Before the handler, the kernel checks the
 * tier, parses the query and the body, and rejects undeclared input. After the handler, the kernel renders
 * the result in the format that the operation declares.
 */

type Handler<Id extends OperationId, Result> = (
  context: TxRequestContext<OperationOf<Id>>,
) => Promise<Result>

/**
 * Binds a handler that runs in one transaction of the caller's account. The handler returns the view of a
 * resource, all views of a list, or a page of views. If it returns undefined, the response is `not_found`.
 */
export function handle<Id extends OperationId>(
  id: Id,
  handler: Handler<Id, View | undefined>,
): ApiRoute {
  const operation: Operation = operationOf(id)
  return createRoute(operation, () => async (context) => {
    return renderView(operation, context, await handler(context as never))
  })
}

/** Binds a handler that renders the text of its response itself. Apart from that, it works like `handle`. */
export const handleText = <Id extends OperationId>(
  id: Id,
  handler: Handler<Id, TextResponse>,
): ApiRoute => createRoute(operationOf(id), () => (context) => handler(context as never))

/**
 * Binds a handler that runs in a transaction after `prepare`. `prepare` works outside of a transaction, for
 * example to download a file. Each retry of the transaction prepares again.
 */
export function handlePrepared<Id extends OperationId, Prepared>(
  id: Id,
  prepare: (context: RequestContext<OperationOf<Id>>) => Promise<Prepared>,
  handler: (
    context: TxRequestContext<OperationOf<Id>>,
    prepared: Prepared,
  ) => Promise<View | undefined>,
): ApiRoute {
  const operation: Operation = operationOf(id)
  return createRoute(operation, async (requestContext) => {
    const prepared = await prepare(requestContext as never)
    return async (context) =>
      renderView(operation, context, await handler(context as never, prepared))
  })
}

/** Binds a handler that reads data only once, or that opens its own transaction. */
export function handleWithoutTx<Id extends OperationId>(
  id: Id,
  handler: (context: RequestContext<OperationOf<Id>>) => Promise<View | undefined>,
): ApiRoute {
  const operation: Operation = operationOf(id)
  return {
    operation,
    respond: async (request, reply, deps) => {
      const context = createContext(request, deps, parseInput(operation, request))
      const response = await renderView(operation, context, await handler(context as never))
      return sendResponse(deps.db, request, reply, response)
    },
  }
}

/** Binds a handler that sends its response itself, for example a download. */
export const handleRaw = (id: OperationId, respond: ApiRoute['respond']): ApiRoute => ({
  operation: operationOf(id),
  respond,
})

type TxHandler = (context: TxRequestContext) => Promise<TextResponse>

/**
 * Creates the route of an operation. If `start` returns no promise, requests wait for their transactions in
 * the order of arrival.
 */
function createRoute(
  operation: Operation,
  start: (context: RequestContext) => TxHandler | Promise<TxHandler>,
): ApiRoute {
  const hasDryRun = operation.query?.some(({ name }) => name === 'dry_run') === true
  return {
    operation,
    respond: (request, reply, deps) =>
      runAndSend(deps.db, operation, request, reply, () => {
        const input = parseSafe(operation, request)
        if (input instanceof ApiError) return () => Promise.reject(input)
        const context = createContext(request, deps, input)
        const assertUnchanged = (current: () => object) =>
          assertIfMatch(request, () => {
            const view = current()
            return etagTextOf(request, view, () => JSON.stringify(view))
          })
        const toRun =
          (handler: TxHandler): Run =>
          (accountCtx) => {
            const ctx = operation.clock === 'real' ? atRealTime(accountCtx) : accountCtx
            const run = () => handler({ ...context, ctx, assertUnchanged })
            return hasDryRun ? withDryRun(ctx, context.isDryRun, run) : run()
          }
        const handler = start(context)
        return handler instanceof Promise ? handler.then(toRun) : toRun(handler)
      }),
  }
}

const createContext = (
  request: FastifyRequest,
  deps: ApiDeps,
  { query, body, isDryRun }: Input,
): RequestContext => ({
  request,
  deps,
  params: request.params,
  query: query as undefined,
  body: body as undefined,
  isDryRun,
})

/**
 * Parses the input of a request. If the request is invalid, the function returns the error, so that the
 * transaction throws it and stores it for the Idempotency-Key.
 */
function parseSafe(operation: Operation, request: FastifyRequest): Input | ApiError {
  try {
    return parseInput(operation, request)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
