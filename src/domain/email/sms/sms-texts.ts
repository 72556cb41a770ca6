import { type Language, languageOfLocale } from '#platform/lib/languages'
import type { TemplateName } from '../templates/template-data.ts'
import { maxSegments, toSegmentCount } from './sms-length.ts'

/** The occasions of text messages. */
export const smsKinds = [
  'invitation',
  'announcement',
  'reminder',
  'expiring',
  'dispatched',
  'delivered',
] as const satisfies readonly TemplateName[]
export type SmsKind = (typeof smsKinds)[number]

export const isSmsKind = (kind: TemplateName): kind is SmsKind =>
  (smsKinds as readonly TemplateName[]).includes(kind)

/** The occasions that an account can choose; the others are always sent. */
export const optionalSmsKinds = ['dispatched', 'delivered'] as const satisfies readonly SmsKind[]
export type OptionalSmsKind = (typeof optionalSmsKinds)[number]

/**
 * The texts without link: `{sender}` is the person who gives. Languages whose letters the GSM alphabet lacks have 134 characters
 * for everything, so their texts are short. The provider understands STOP in every language.
 */
// biome-ignore format: read down the columns
const texts: Readonly<Record<Language, Readonly<Record<SmsKind | 'stop', string>>>> = {
  en: {
    invitation:   '{sender} has sent you a gift. Open it here:',
    announcement: '{sender} has sent you a gift. It is on its way:',
    reminder:     'Your gift from {sender} is still waiting for you:',
    expiring:     'Your gift from {sender} expires soon. Choose it here:',
    dispatched:   'Your gift from {sender} is on its way. Follow it here:',
    delivered:    'Your gift from {sender} has arrived:',
    stop:         'STOP to opt out.',
  },
  de: {
    invitation:   '{sender} hat ein Geschenk für dich. Hier auspacken:',
    announcement: '{sender} schickt dir ein Geschenk. Es ist unterwegs:',
    reminder:     'Dein Geschenk von {sender} wartet noch auf dich:',
    expiring:     'Dein Geschenk von {sender} verfällt bald. Hier aussuchen:',
    dispatched:   'Dein Geschenk von {sender} ist unterwegs. Hier verfolgen:',
    delivered:    'Dein Geschenk von {sender} ist da:',
    stop:         'Abmelden: STOP.',
  },
  fr: {
    invitation:   '{sender} vous offre un cadeau, à découvrir ici',
    announcement: '{sender} vous offre un cadeau. Suivez son arrivée ici',
    reminder:     'Le cadeau de {sender} vous attend toujours',
    expiring:     'Le cadeau de {sender} expire sous peu',
    dispatched:   'Le cadeau de {sender} est en route. Suivez-le ici',
    delivered:    'Le cadeau de {sender} est arrivé',
    stop:         'STOP pour vous désabonner.',
  },
  es: {
    invitation:   '{sender} te ha enviado un regalo:',
    announcement: '{sender} te ha enviado un regalo. Ya va de camino:',
    reminder:     'El regalo de {sender} te sigue esperando:',
    expiring:     'El regalo de {sender} caduca pronto:',
    dispatched:   'El regalo de {sender} va de camino:',
    delivered:    'El regalo de {sender} ha llegado:',
    stop:         'STOP para salir.',
  },
  it: {
    invitation:   '{sender} ti ha mandato un regalo. Aprilo qui:',
    announcement: '{sender} ti ha mandato un regalo, ed è in viaggio:',
    reminder:     'Il regalo di {sender} ti aspetta ancora:',
    expiring:     'Il regalo di {sender} scade presto. Sceglilo qui:',
    dispatched:   'Il regalo di {sender} è in viaggio. Seguilo qui:',
    delivered:    'Il regalo di {sender} è arrivato:',
    stop:         'STOP per non riceverne altri.',
  },
  nl: {
    invitation:   '{sender} heeft een cadeau voor je. Pak het hier uit:',
    announcement: '{sender} stuurt je een cadeau. Het is onderweg:',
    reminder:     'Je cadeau van {sender} ligt nog op je te wachten:',
    expiring:     'Je cadeau van {sender} verloopt binnenkort. Kies hier:',
    dispatched:   'Je cadeau van {sender} is onderweg. Volg het hier:',
    delivered:    'Je cadeau van {sender} is bezorgd:',
    stop:         'Afmelden? Antwoord STOP.',
  },
  pl: {
    invitation:   '{sender} ma dla Ciebie prezent. Otwórz go:',
    announcement: 'Prezent od: {sender} jest już w drodze:',
    reminder:     'Prezent od: {sender} wciąż na Ciebie czeka:',
    expiring:     'Prezent od: {sender} wkrótce wygaśnie:',
    dispatched:   'Prezent od: {sender} jest w drodze:',
    delivered:    'Prezent od: {sender} już u Ciebie:',
    stop:         'Rezygnacja: STOP.',
  },
  pt: {
    invitation:   '{sender} te enviou um presente. Abra aqui:',
    announcement: '{sender} te enviou um presente, que logo chega:',
    reminder:     'O presente de {sender} ainda te espera:',
    expiring:     'O presente de {sender} expira em breve. Escolha aqui:',
    dispatched:   'O presente de {sender} foi enviado. Acompanhe aqui:',
    delivered:    'O presente de {sender} chegou:',
    stop:         'Responda STOP para sair.',
  },
  ar: {
    invitation:   'لديك هدية من {sender}. افتحها هنا:',
    announcement: 'هدية من {sender} في طريقها إليك:',
    reminder:     'هدية {sender} ما زالت بانتظارك:',
    expiring:     'هدية {sender} ستنتهي قريبًا:',
    dispatched:   'هدية {sender} في الطريق إليك:',
    delivered:    'وصلت هدية {sender}:',
    stop:         'للإيقاف أرسل STOP',
  },
  ja: {
    invitation:   '{sender}様からギフトが届きました。こちらからお受け取りください。',
    announcement: '{sender}様からのギフトを発送準備中です。',
    reminder:     '{sender}様からのギフトがお受け取りをお待ちしています。',
    expiring:     '{sender}様からのギフトの受取期限が近づいています。',
    dispatched:   '{sender}様からのギフトを発送しました。',
    delivered:    '{sender}様からのギフトをお届けしました。',
    stop:         '配信停止はSTOPと返信',
  },
  ko: {
    invitation:   '{sender} 님이 선물을 보냈어요. 여기에서 열어 보세요:',
    announcement: '{sender} 님이 보낸 선물이 곧 출발해요:',
    reminder:     '{sender} 님의 선물이 아직 기다리고 있어요:',
    expiring:     '{sender} 님의 선물 받기 기한이 얼마 남지 않았어요:',
    dispatched:   '{sender} 님의 선물이 배송 중이에요:',
    delivered:    '{sender} 님의 선물이 도착했어요:',
    stop:         '수신 거부: STOP 회신',
  },
  zh: {
    invitation:   '{sender}送了你一份礼物，点此打开：',
    announcement: '{sender}送你的礼物正在路上：',
    reminder:     '{sender}送你的礼物还在等你领取：',
    expiring:     '{sender}送你的礼物即将过期，点此挑选：',
    dispatched:   '{sender}送你的礼物已发货：',
    delivered:    '{sender}送你的礼物已送达：',
    stop:         '回复 STOP 退订',
  },
}

/** The parts of a text message that do not depend on its language. */
export interface SmsContent {
  kind: SmsKind
  sender: string
  url: string
}

/**
 * Returns a text of at most two segments, with the whole link. A long name of the sender is shortened; if the link leaves no space,
 * the message has less text.
 */
export function renderSms({ kind, sender, url }: SmsContent, locale: string): string {
  const { [kind]: text, stop } = texts[languageOfLocale(locale) ?? 'en']
  const name = [...toSingleLine(sender)]
  for (let length = Math.min(name.length, maxNameLength); length >= 0; length--) {
    const rendered = `${fill(text, shorten(name, length))} ${url} ${stop}`
    if (toSegmentCount(rendered) <= maxSegments) return rendered
  }
  return `${url} ${stop}`
}

const maxNameLength = 60

const shorten = (name: readonly string[], length: number): string =>
  length === name.length ? name.join('') : `${name.slice(0, Math.max(1, length)).join('')}...`

const fill = (text: string, sender: string): string => text.replace('{sender}', () => sender)

/** A name cannot add a line or a link to the message. */
const toSingleLine = (text: string): string =>
  text
    .replace(/(https?:\/\/|www\.)\S*/gi, '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
