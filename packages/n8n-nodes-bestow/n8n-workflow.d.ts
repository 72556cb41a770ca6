/*
 * The part of `n8n-workflow` that the nodes use. n8n provides the package when it loads them; it is too large to install
 * for its types alone.
 */
declare module 'n8n-workflow' {
  export interface INodeProperties {
    displayName: string
    name: string
    type: string
    default: unknown
    [more: string]: unknown
  }

  export interface IDataObject {
    [name: string]: unknown
  }

  export interface JsonObject {
    [name: string]: JsonValue
  }
  type JsonValue = string | number | boolean | null | JsonObject | JsonValue[]

  export interface INode {
    id: string
    name: string
  }

  export interface INodeExecutionData {
    json: IDataObject
    pairedItem?: { item: number }
  }

  export interface IHttpRequestOptions {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    url: string
    headers?: Record<string, string>
    qs?: IDataObject
    body?: IDataObject
    json?: boolean
  }

  interface Functions {
    getNode(): INode
    getCredentials(name: string): Promise<IDataObject>
    helpers: {
      httpRequestWithAuthentication(
        this: unknown,
        credentials: string,
        options: IHttpRequestOptions,
      ): Promise<unknown>
    }
  }

  export interface IExecuteFunctions extends Functions {
    getInputData(): INodeExecutionData[]
    getNodeParameter(name: string, item: number, fallback?: unknown): unknown
    getExecutionId(): string
    continueOnFail(): boolean
  }

  export interface IHookFunctions extends Functions {
    getNodeParameter(name: string, fallback?: unknown): unknown
    getNodeWebhookUrl(name: string): string | undefined
    getWorkflow(): { id?: string; name?: string }
    getWorkflowStaticData(type: string): IDataObject
  }

  export interface IWebhookFunctions extends Functions {
    getRequestObject(): { rawBody?: Uint8Array }
    getResponseObject(): { status(code: number): { send(text: string): unknown } }
    getHeaderData(): Record<string, string | string[] | undefined>
    getWorkflowStaticData(type: string): IDataObject
  }

  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][]
    webhookResponse?: unknown
    noWebhookResponse?: boolean
  }

  export interface INodeType {
    description: object
  }

  export interface ICredentialType {
    name: string
    displayName: string
    properties: INodeProperties[]
  }

  export const NodeConnectionTypes: { Main: 'main' }

  export class NodeOperationError extends Error {
    constructor(node: INode, error: Error | string, options?: { itemIndex?: number })
  }

  export class NodeApiError extends Error {
    constructor(
      node: INode,
      error: JsonObject,
      options?: { itemIndex?: number; message?: string; description?: string },
    )
  }
}
