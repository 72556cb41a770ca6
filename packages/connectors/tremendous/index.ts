import { Type } from 'typebox'
import { defineCodeSupplier } from '#digital'
import { createTremendous, testTremendous } from './tremendous.ts'

/** Rewards of Tremendous (API version 2): a link for each gift, behind which recipients choose a gift card. */
export const tremendous = defineCodeSupplier({
  kind: 'tremendous',
  gives: 'link',
  isSandbox: ({ url }) => String(url).includes('//testflight.'),
  title: { en: 'Tremendous' },
  about: {
    en: 'Buys a reward link for each digital gift.',
    de: 'Kauft für jedes digitale Geschenk einen Prämien-Link.',
    es: 'Compra un enlace de recompensa para cada regalo digital.',
    fr: 'Achète un lien de récompense pour chaque cadeau numérique.',
    ja: 'デジタルギフトごとに特典リンクを購入します。',
  },
  settings: {
    api_key: {
      isSecret: true,
      schema: Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' }),
      label: { en: 'API key', de: 'API-Schlüssel', es: 'Clave API', fr: 'Clé API', ja: 'API キー' },
      hint: {
        en: 'At Tremendous under Team settings, Developers. The sandbox has keys of its own.',
        de: 'Bei Tremendous unter Team settings, Developers. Die Sandbox hat eigene Schlüssel.',
        es: 'En Tremendous, en Team settings, Developers. El entorno de pruebas tiene sus propias claves.',
        fr: 'Chez Tremendous, sous Team settings, Developers. Le bac à sable a ses propres clés.',
        ja: 'Tremendous の Team settings、Developers にあります。サンドボックスには専用のキーがあります。',
      },
    },
    funding_source: {
      schema: Type.String({
        maxLength: 100,
        pattern: '^[A-Za-z0-9_-]+$',
        description: 'must be balance or the id of a funding source',
        default: 'balance',
      }),
      label: {
        en: 'Funding source',
        de: 'Zahlungsquelle',
        es: 'Fuente de fondos',
        fr: 'Source de financement',
        ja: '資金源',
      },
      hint: {
        en: 'What pays for the links: balance, or the id of another source.',
        de: 'Womit die Links bezahlt werden: balance oder die ID einer anderen Quelle.',
        es: 'Con qué se pagan los enlaces: balance o el ID de otra fuente.',
        fr: 'Ce qui paie les liens : balance, ou l’identifiant d’une autre source.',
        ja: 'リンクの支払い元。balance、または別の資金源の ID。',
      },
    },
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 200,
        pattern:
          '^https://(www|testflight|api)\\.tremendous\\.com$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?$',
        description:
          'must be https://www.tremendous.com, or https://testflight.tremendous.com for the sandbox',
        default: 'https://testflight.tremendous.com',
      }),
      label: { en: 'API', de: 'API', es: 'API', fr: 'API', ja: 'API' },
      hint: {
        en: 'The sandbox is https://testflight.tremendous.com. Real links are at https://www.tremendous.com.',
        de: 'Die Sandbox ist https://testflight.tremendous.com. Echte Links gibt es unter https://www.tremendous.com.',
        es: 'El entorno de pruebas es https://testflight.tremendous.com. Los enlaces reales están en https://www.tremendous.com.',
        fr: 'Le bac à sable est https://testflight.tremendous.com. Les vrais liens sont sur https://www.tremendous.com.',
        ja: 'サンドボックスは https://testflight.tremendous.com、本番は https://www.tremendous.com です。',
      },
    },
  },
  open: (values, outbound) => createTremendous({ ...values, outbound }),
  test: (values, outbound) => testTremendous({ ...values, outbound }),
})
