import { Type } from 'typebox'
import type { Texts } from '#connections'

const encryptionSettings = {
  security: {
    receivesSecrets: true,
    schema: Type.String({ enum: ['TLS', 'none'], default: 'TLS' }),
    label: {
      en: 'Encryption',
      de: 'Verschlüsselung',
      es: 'Cifrado',
      fr: 'Chiffrement',
      ja: '暗号化',
    },
    hint: {
      en: 'Without encryption, the network between Bestow and the broker can read the password and the addresses of recipients.',
      de: 'Ohne Verschlüsselung kann das Netz zwischen Bestow und dem Broker das Passwort und die Adressen der Empfänger lesen.',
      es: 'Sin cifrado, la red entre Bestow y el bróker puede leer la contraseña y las direcciones de los destinatarios.',
      fr: 'Sans chiffrement, le réseau entre Bestow et le broker peut lire le mot de passe et les adresses des destinataires.',
      ja: '暗号化しない場合、Bestow とブローカーの間のネットワークから、パスワードと受取人の住所が読み取られる可能性があります。',
    },
  },
  ca: {
    schema: Type.String({ maxLength: 32_768, default: '' }),
    label: {
      en: 'Certificate authority (optional)',
      de: 'Zertifizierungsstelle (optional)',
      es: 'Autoridad de certificación (opcional)',
      fr: 'Autorité de certification (facultatif)',
      ja: '認証局（任意）',
    },
    hint: {
      en: 'Certificates in PEM, for a server whose certificate is not from a public authority.',
      de: 'Zertifikate in PEM, für einen Server, dessen Zertifikat nicht von einer öffentlichen Stelle stammt.',
      es: 'Certificados en PEM, para un servidor cuyo certificado no es de una autoridad pública.',
      fr: 'Certificats en PEM, pour un serveur dont le certificat ne vient pas d’une autorité publique.',
      ja: '公開の認証局から発行されていない証明書を使うサーバーの場合の、PEM 形式の証明書。',
    },
  },
} as const

/** Declares the settings that connectors of brokers have in common. */
export const serverSettings = (defaultPort: number, portHint: Texts) =>
  ({
    host: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 253,
        pattern:
          '^([A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9])?\\.)*[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9])?$',
        description: 'must be the name of a server, such as broker.example.com',
      }),
      label: { en: 'Server', de: 'Server', es: 'Servidor', fr: 'Serveur', ja: 'サーバー' },
    },
    port: {
      receivesSecrets: true,
      schema: Type.Integer({ minimum: 1, maximum: 65_535, default: defaultPort }),
      label: { en: 'Port', de: 'Port', es: 'Puerto', fr: 'Port', ja: 'ポート' },
      hint: portHint,
    },
    ...encryptionSettings,
  }) as const

export const userSetting = {
  schema: Type.String({ maxLength: 320, default: '' }),
  label: { en: 'User', de: 'Benutzer', es: 'Usuario', fr: 'Utilisateur', ja: 'ユーザー' },
} as const

export const passwordSetting = {
  schema: Type.String({ maxLength: 1_000, default: '' }),
  isSecret: true,
  label: {
    en: 'Password',
    de: 'Passwort',
    es: 'Contraseña',
    fr: 'Mot de passe',
    ja: 'パスワード',
  },
} as const

/** Where a connector of a broker connects, as its settings say. */
export interface ServerValues {
  host: string
  port: number
  security: string
  ca: string
}
