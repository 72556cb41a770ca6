import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/overview.ts'

export const catalogue: SameTexts<typeof german> = {
  'was {value}': 'antes: {value}',
  '{change} from {value}': '{change}, antes: {value}',
  'Compared with the preceding period of the same length, which began on {day}. Each counts only what happened before it ended.':
    'Comparado con el periodo de igual duración desde el {day}. Ambos cuentan lo ocurrido hasta su final.',
  '{count} sent': '{count} enviados',
  Day: 'Día',
  Expire: 'Caducan',
  '“{name}” has {count} codes left': {
    one: 'A «{name}» le queda {count} código',
    other: 'A «{name}» le quedan {count} códigos',
  },
  '“{name}” has no codes left': 'A «{name}» no le quedan códigos',
  '{count} addresses were rejected': {
    one: '{count} dirección rechazada',
    other: '{count} direcciones rechazadas',
  },
  '{count} cancelled': { one: '{count} anulado', other: '{count} anulados' },
  '{count} days': { one: '{count} día', other: '{count} días' },
  '{count} delivered': { one: '{count} entregado', other: '{count} entregados' },
  '{count} deliveries failed after all attempts in the last day.': {
    one: '{count} entrega ha fallado tras todos los intentos en el último día.',
    other: '{count} entregas han fallado tras todos los intentos en el último día.',
  },
  '{count} delivery attempts failed': {
    one: '{count} intento de entrega fallido',
    other: '{count} intentos de entrega fallidos',
  },
  '{count} digital gifts are low on codes': 'A {count} regalos digitales les quedan pocos códigos',
  '{count} digital gifts have no codes left': {
    one: 'A {count} regalo digital no le quedan códigos',
    other: 'A {count} regalos digitales no les quedan códigos',
  },
  '{count} dispatched': { one: '{count} expedido', other: '{count} expedidos' },
  '{count} expired': { one: '{count} caducado', other: '{count} caducados' },
  '{count} gifts are out of stock': {
    one: '{count} regalo sin existencias',
    other: '{count} regalos sin existencias',
  },
  '{count} gifts are overdue': {
    one: '{count} regalo lleva retraso',
    other: '{count} regalos llevan retraso',
  },
  '{count} gifts did not arrive': '{count} regalos no han llegado',
  '{count} gifts expire within a week': {
    one: '{count} regalo caduca en menos de una semana',
    other: '{count} regalos caducan en menos de una semana',
  },
  '{count} gifts wait for a code. Import more.': {
    one: '{count} regalo espera un código. Importa más.',
    other: '{count} regalos esperan un código. Importa más.',
  },
  '{count} hours': { one: '{count} hora', other: '{count} horas' },
  '{count} messages are waiting and will be sent once it works.': {
    one: 'Hay {count} mensaje en espera; se enviará cuando funcione.',
    other: 'Hay {count} mensajes en espera; se enviarán cuando funcione.',
  },
  '{count} minutes': { one: '{count} minuto', other: '{count} minutos' },
  '{count} more': '{count} más',
  '{count} new': { one: '{count} nuevo', other: '{count} nuevos' },
  '{count} recipients did not get the email': {
    one: '{count} destinatario no ha recibido el correo',
    other: '{count} destinatarios no han recibido el correo',
  },
  '{count} redeemed': { one: '{count} canjeado', other: '{count} canjeados' },
  '{count} submitted': { one: '{count} registrado', other: '{count} registrados' },
  '{count} variants are low in stock': {
    one: '{count} variante con pocas existencias',
    other: '{count} variantes con pocas existencias',
  },
  '{count} webhook deliveries failed after five attempts': {
    one: '{count} entrega de webhook ha fallado tras cinco intentos',
    other: '{count} entregas de webhook han fallado tras cinco intentos',
  },
  '{count} webhook endpoints are failing': {
    one: '{count} endpoint de webhook falla',
    other: '{count} endpoints de webhook fallan',
  },
  '{done} of {total} done': '{done} de {total} completados',
  '{failed} of {attempts} recent attempts failed.':
    'Han fallado {failed} de los últimos {attempts} intentos.',
  '{from} to {until} days': 'de {from} a {until} días',
  '{from}: {sent} sent, {redeemed} redeemed': '{from}: enviados {sent}, canjeados {redeemed}',
  '30 days': '30 días',
  '90 days': '90 días',
  'Add stock before gifts have to wait.':
    'Añade existencias antes de que los regalos tengan que esperar.',
  'Add stock, or cancel. A waiting gift ships when stock arrives.':
    'Añade existencias o anula. Un regalo en espera se envía en cuanto llegan existencias.',
  'All {count} recent attempts failed.': {
    one: 'El último intento ha fallado.',
    other: 'Los últimos {count} intentos han fallado.',
  },
  'All set': 'Todo listo',
  'All time': 'Todo',
  'Choose the items, the design and the message.': 'Elige los artículos, el diseño y el mensaje.',
  'Completed steps': 'Pasos completados',
  'Create an API key': 'Crear una clave de API',
  day: 'día',
  'Done, in {count} days.': {
    one: 'Completado en {count} día.',
    other: 'Completado en {count} días.',
  },
  'Done, in {count} hours.': {
    one: 'Completado en {count} hora.',
    other: 'Completado en {count} horas.',
  },
  'Done, in {count} minutes.': {
    one: 'Completado en {count} minuto.',
    other: 'Completado en {count} minutos.',
  },
  'Get notified when a gift changes.': 'Recibe un aviso cuando cambie un regalo.',
  'Get started': 'Primeros pasos',
  'Get started dismissed.': '«Primeros pasos» oculto.',
  'Gift {reference}': 'Regalo {reference}',
  'Gift {reference} did not arrive': 'El regalo {reference} no ha llegado',
  'Gift activity': 'Actividad de los regalos',
  Gifting: 'Regalar',
  'Gifts created in this period': 'Regalos creados en este periodo',
  'Gifts over time': 'Regalos a lo largo del tiempo',
  'Gifts per day': 'Regalos por día',
  'Gifts per month': 'Regalos por mes',
  'Gifts per week': 'Regalos por semana',
  'Gifts with a known address': 'Regalos con dirección conocida',
  'Hello, {name}': 'Hola, {name}',
  'Here’s what’s happening at {account}.': 'Esto es lo que pasa en {account}.',
  'Import more codes, so that recipients can choose it.':
    'Importa más códigos para que los destinatarios puedan elegirlo.',
  'Invitation to choice': 'De la invitación a la elección',
  'It expired {time}. Upload a newer one, so that deliveries do not fail.':
    'Caducó {time}. Sube uno más reciente para que las entregas no fallen.',
  'It expires {time}. Upload a newer one, so that deliveries do not fail.':
    'Caduca {time}. Sube uno más reciente para que las entregas no fallen.',
  'Its parcel came back.': 'Su paquete ha sido devuelto.',
  'Its parcel was lost.': 'Su paquete se ha perdido.',
  'Last 7 days': 'Últimos 7 días',
  'Lets your software send gifts.': 'Permite que tu software envíe regalos.',
  'Median {median}, 90th percentile {percentile}': 'Mediana: {median}; percentil 90: {percentile}',
  month: 'mes',
  'more than {count} days': { one: 'más de {count} día', other: 'más de {count} días' },
  'More than {count} messages are waiting and will be sent once it works.':
    'Hay más de {count} mensajes en espera; se enviarán cuando funcione.',
  'Most popular items': 'Artículos más elegidos',
  'Next 7 days': 'Próximos 7 días',
  'No gifts in this period.': 'Ningún regalo en este periodo.',
  'No gifts yet.': 'Todavía no hay regalos.',
  'No invitation or notification can be sent until an operator configures a mail server.':
    'No se puede enviar ninguna invitación ni notificación hasta que un operador configure un servidor de correo.',
  'No items chosen in this period.': 'Ningún artículo elegido en este periodo.',
  'No known addresses in this period.': 'Ninguna dirección conocida en este periodo.',
  'No progress for days. See the tracking, or ask the carrier.':
    'Sin avances desde hace días. Consulta el seguimiento o pregunta al transportista.',
  'No redemptions in this period.': 'Ningún canje en este periodo.',
  'Not redeemed yet. Send a reminder, or extend the expiry.':
    'Todavía sin canjear. Envía un recordatorio o amplía el plazo.',
  'Nothing is scheduled, and nothing expires.': 'No hay nada programado y nada caduca.',
  'Now:': 'Ahora:',
  'Number of gifts containing the item': 'Número de regalos con el artículo',
  'Receive your first webhook': 'Recibir tu primer webhook',
  'Redemption rate': 'Tasa de canje',
  'Scheduled gifts, and gifts that expire unless redeemed':
    'Regalos programados y regalos que caducan si no se canjean',
  'Sent, and how many of them are redeemed by now':
    'Enviados y cuántos de ellos se han canjeado ya',
  'Set your colour and logo': 'Define tu color y tu logotipo',
  'Share the work with your team.': 'Reparte el trabajo con tu equipo.',
  'Ship the items again, or send the gift again.': 'Vuelve a enviar los artículos o el regalo.',
  'Show as table': 'Mostrar como tabla',
  'Show steps': 'Mostrar pasos',
  'Something to give, and how many you have.': 'Algo para regalar y cuántas unidades tienes.',
  Statistics: 'Estadísticas',
  'The carrier creates no label until the address is corrected.':
    'El transportista no crea la etiqueta hasta que se corrija la dirección.',
  'The carrier tries again, or keeps the parcel at a pickup point.':
    'El transportista vuelve a intentarlo o deja el paquete en un punto de recogida.',
  'The certificate authority of “{endpoint}” expires soon':
    'El certificado de la CA de «{endpoint}» caduca pronto',
  'The certificate authority of “{endpoint}” has expired':
    'El certificado de la CA de «{endpoint}» ha caducado',
  'The client certificate of “{endpoint}” expires soon':
    'El certificado de cliente de «{endpoint}» caduca pronto',
  'The client certificate of “{endpoint}” has expired':
    'El certificado de cliente de «{endpoint}» ha caducado',
  'The counts stop at {count} gifts.': 'Se cuentan como máximo {count} regalos.',
  'The gift for {recipient}': 'El regalo para {recipient}',
  'The gift for {recipient} did not arrive': 'El regalo para {recipient} no ha llegado',
  'Their parcels were lost or came back. Ship the items again, or send the gifts again.':
    'Sus paquetes se han perdido o han sido devueltos. Vuelve a enviar los artículos o los regalos.',
  'This period and the one before': 'Este periodo y el anterior',
  'Time from invitation to choice': 'Tiempo entre la invitación y la elección',
  'Time range': 'Periodo',
  'To do': 'Pendiente',
  'To send': 'Por enviar',
  'Top gifts': 'Artículos más elegidos',
  'Used in emails and on recipients’ pages.':
    'Se usan en los correos y en las páginas de los destinatarios.',
  'Webhook endpoint “{endpoint}” is failing': 'El endpoint de webhook «{endpoint}» falla',
  week: 'semana',
  'Week of {day}': 'Semana del {day}',
  'within {count} days': { one: 'hasta un día', other: 'hasta {count} días' },
  'Without the email, no one knows about the gift. Correct the address, or share the link.':
    'Sin el correo, nadie sabe del regalo. Corrige la dirección o comparte el enlace.',
  Year: 'Año',
  'Your endpoint responds with 2xx.': 'Tu endpoint responde con 2xx.',
  'Nothing is sent until an admin approves it.':
    'No se envía nada hasta que lo apruebe un administrador.',
  '{count} sends await your approval': {
    one: '{count} envío espera tu aprobación',
    other: '{count} envíos esperan tu aprobación',
  },
  'No more text messages today': 'Hoy no se envían más SMS',
  'The account has sent {count} today, which is its limit. The operator can raise BESTOW_SMS_MAX_PER_DAY.':
    'La cuenta ha enviado hoy {count}, que es su límite. El operador puede aumentar BESTOW_SMS_MAX_PER_DAY.',
}
