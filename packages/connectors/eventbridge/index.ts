import { Type } from 'typebox'
import { awsSettings } from '#connectors/aws'
import { defineDestination } from '#webhooks'
import { createEventBridgePublisher, endpointOf, testEventBridge } from './eventbridge.ts'

/** An event bus of Amazon EventBridge. */
export const eventbridge = defineDestination({
  kind: 'eventbridge',
  title: { en: 'Amazon EventBridge' },
  about: {
    en: 'Puts your events on an event bus of Amazon EventBridge.',
    de: 'Legt Ihre Ereignisse auf einen Event-Bus von Amazon EventBridge.',
    es: 'Pone tus eventos en un bus de eventos de Amazon EventBridge.',
    fr: 'Place vos événements sur un bus d’événements d’Amazon EventBridge.',
    ja: 'イベントを Amazon EventBridge のイベントバスに送ります。',
  },
  settings: {
    event_bus: {
      schema: Type.String({
        minLength: 1,
        maxLength: 1_600,
        pattern: '^[A-Za-z0-9/_.:-]+$',
        description: 'must be the name or the ARN of an event bus, such as default',
        default: 'default',
      }),
      label: {
        en: 'Event bus',
        de: 'Event-Bus',
        es: 'Bus de eventos',
        fr: 'Bus d’événements',
        ja: 'イベントバス',
      },
      hint: {
        en: 'Its name or ARN. It must exist: EventBridge drops events for a bus that does not.',
        de: 'Sein Name oder ARN. Er muss vorhanden sein: Ereignisse für einen fehlenden Bus verwirft EventBridge.',
        es: 'Su nombre o ARN. Debe existir: EventBridge descarta los eventos de un bus que no existe.',
        fr: 'Son nom ou son ARN. Il doit exister : EventBridge supprime les événements d’un bus absent.',
        ja: '名前または ARN。既に存在する必要があります。存在しないバスへのイベントは EventBridge が破棄します。',
      },
    },
    ...awsSettings,
    endpoint: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 253,
        pattern: '^(https?://[A-Za-z0-9.:_-]+)?$',
        description:
          'must be an origin, such as https://events.eu-central-1.amazonaws.com, or empty',
        default: '',
      }),
      label: {
        en: 'Endpoint (optional)',
        de: 'Endpunkt (optional)',
        es: 'Punto de conexión (opcional)',
        fr: 'Point de terminaison (facultatif)',
        ja: 'エンドポイント（任意）',
      },
      hint: {
        en: 'Only for a VPC endpoint or another service with the same protocol.',
        de: 'Nur für einen VPC-Endpunkt oder einen anderen Dienst mit demselben Protokoll.',
        es: 'Solo para un punto de conexión de VPC u otro servicio con el mismo protocolo.',
        fr: 'Seulement pour un point de terminaison VPC ou un autre service avec le même protocole.',
        ja: 'VPC エンドポイント、または同じプロトコルの別のサービスの場合のみ。',
      },
    },
  },
  addressOf: ({ event_bus, endpoint, region }) =>
    `${endpointOf({ endpoint: String(endpoint), region: String(region) })}/#${event_bus}`,
  open: (values, outbound) => createEventBridgePublisher(values, outbound),
  test: (values, outbound) => testEventBridge(values, outbound),
})
