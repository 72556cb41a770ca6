import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestOptions,
  type JsonObject,
  NodeApiError,
} from 'n8n-workflow'
import { apiVersion } from './operations.generated.ts'

/** Sends a request to the API of the installation. Rejects with `NodeApiError`, whose description names the fields. */
export async function request(
  from: IExecuteFunctions | IHookFunctions,
  { headers, url, ...options }: IHttpRequestOptions,
  itemIndex?: number,
): Promise<unknown> {
  const { origin } = await from.getCredentials('bestowApi')
  try {
    return await from.helpers.httpRequestWithAuthentication.call(from, 'bestowApi', {
      ...options,
      url: `${String(origin).replace(/\/+$/, '')}/api${url}`,
      headers: { ...headers, 'Service-API-Version': apiVersion },
      json: true,
    })
  } catch (error) {
    throw new NodeApiError(from.getNode(), error as JsonObject, {
      ...(itemIndex !== undefined && { itemIndex }),
      ...explain(error),
    })
  }
}

/** Reads the errors of a response, wherever n8n has put its body. */
function explain(error: unknown): { message?: string; description?: string } {
  const { response, context } = error as { response?: IDataObject; context?: IDataObject }
  const body = (response?.data ?? response?.body ?? context?.data) as IDataObject | undefined
  const errors = body?.errors
  if (!Array.isArray(errors) || errors.length === 0) return {}
  const [first] = errors as IDataObject[]
  const lines = (errors as IDataObject[]).map(({ param, message }) =>
    [param, message].filter(Boolean).join(' '),
  )
  return { message: String(first?.code ?? 'request refused'), description: lines.join('; ') }
}

/** Returns the status of a failed request, if a response arrived. */
export function statusOf(error: unknown): number {
  const { httpCode, cause } = error as { httpCode?: unknown; cause?: { status?: unknown } }
  return Number(httpCode ?? cause?.status ?? 0)
}
