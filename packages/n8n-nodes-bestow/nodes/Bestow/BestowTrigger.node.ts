import {
  type IHookFunctions,
  type INodeType,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { constructEvent } from '../../../sdk/src/construct-event.ts'
import { WebhookError } from '../../../sdk/src/webhook-error.ts'
import { request, statusOf } from './api.ts'
import { apiVersion, eventProperty } from './operations.generated.ts'

/** The ids of the events that are remembered, so that a repeated one starts nothing. */
const maxRecent = 1_000

interface State {
  endpoint_id?: string
  secret?: string
  recent?: string[]
}

/** Starts a workflow with each event of a gift. Its endpoint exists while the workflow is active. */
export class BestowTrigger implements INodeType {
  description = {
    displayName: 'Bestow Trigger',
    name: 'bestowTrigger',
    icon: 'file:bestow.svg' as const,
    group: ['trigger' as const],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens to a gift',
    defaults: { name: 'Bestow Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'bestowApi', required: true }],
    webhooks: [
      {
        name: 'default' as const,
        httpMethod: 'POST' as const,
        responseMode: 'onReceived',
        path: 'webhook',
      },
    ],
    properties: [eventProperty],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { endpoint_id, secret } = stateOf(this)
        if (endpoint_id === undefined || secret === undefined) return false
        const found = await requestOrAbsent(this, 'GET', endpoint_id)
        return found?.url === this.getNodeWebhookUrl('default') && found?.enabled !== false
      },

      /** Removes endpoints with this URL first: one remains if the answer of its creation was lost. */
      async create(this: IHookFunctions): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default')
        const { data } = (await request(this, {
          method: 'GET',
          url: '/endpoints',
          qs: { limit: 25 },
        })) as { data: { id: string; url: string }[] }
        for (const other of data)
          if (other.url === url) await requestOrAbsent(this, 'DELETE', other.id)
        const events = this.getNodeParameter('events') as string[]
        const created = (await request(this, {
          method: 'POST',
          url: '/endpoints',
          body: {
            url,
            payload_version: apiVersion,
            description: `n8n: ${this.getWorkflow().name ?? ''}`.slice(0, 255),
            ...(events.length > 0 && { events }),
          },
        })) as { id: string; secret: string }
        Object.assign(stateOf(this), { endpoint_id: created.id, secret: created.secret })
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const state = stateOf(this)
        if (state.endpoint_id !== undefined)
          await requestOrAbsent(this, 'DELETE', state.endpoint_id)
        delete state.endpoint_id
        delete state.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const state = stateOf(this)
    const { rawBody } = this.getRequestObject()
    try {
      if (rawBody === undefined || state.secret === undefined)
        return refuse(this, 401, 'The workflow has no endpoint. Activate it again.')
      const event = await constructEvent(rawBody, this.getHeaderData(), { secrets: state.secret })
      const recent = state.recent ?? []
      if (recent.includes(event.id)) return { webhookResponse: 'duplicate' }
      state.recent = [...recent, event.id].slice(-maxRecent)
      const { id, type, data } = event
      return { webhookResponse: 'ok', workflowData: [[{ json: { id, type, data } }]] }
    } catch (error) {
      if (error instanceof WebhookError) return refuse(this, 400, error.message)
      throw new NodeApiError(this.getNode(), error as JsonObject)
    }
  }
}

const stateOf = (from: IHookFunctions | IWebhookFunctions) =>
  from.getWorkflowStaticData('node') as State

function refuse(from: IWebhookFunctions, status: number, text: string): IWebhookResponseData {
  from.getResponseObject().status(status).send(text)
  return { noWebhookResponse: true }
}

/** Sends a request about an endpoint. Undefined if it does not exist. */
async function requestOrAbsent(from: IHookFunctions, method: 'GET' | 'DELETE', id: string) {
  try {
    const url = `/endpoints/${encodeURIComponent(id)}`
    return (await request(from, { method, url })) as { url?: string; enabled?: boolean }
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw new NodeApiError(from.getNode(), error as JsonObject)
  }
}
