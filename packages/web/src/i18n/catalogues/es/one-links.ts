import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/one-links.ts'

export const catalogue: SameTexts<typeof german> = {
  'Available|gifts': 'Disponibles',
  'Leave empty to use the name of the campaign.': 'Déjalo vacío para usar el nombre de la campaña.',
  'One-link renamed.': 'Nombre del One-Link cambiado.',
  Rename: 'Cambiar nombre',
  'Rename this one-link': 'Cambiar el nombre del One-Link',
  'Such as “Booth in Hamburg”. Visitors don’t see it.':
    'Por ejemplo, «Stand en Hamburgo». Los visitantes no lo ven.',
  '{a} approves, {r} rejects': '{a} aprueba, {r} rechaza',
  '{claimed} of {quantity}': '{claimed} de {quantity}',
  '{count} above the limit per address': '{count} por encima del límite por dirección',
  '{count} above the limit per device': '{count} por encima del límite por dispositivo',
  '{count} above the limit per network': '{count} por encima del límite por red',
  '{count} above three emails a day': '{count} por encima de tres correos al día',
  '{count} claims approved.': {
    one: '{count} solicitud aprobada.',
    other: '{count} solicitudes aprobadas.',
  },
  '{count} claims rejected.': {
    one: '{count} solicitud rechazada.',
    other: '{count} solicitudes rechazadas.',
  },
  '{count} had already ended or been decided.': {
    one: '{count} ya había terminado o estaba decidida.',
    other: '{count} ya habían terminado o estaban decididas.',
  },
  '{count} on the deny list': '{count} en la lista de bloqueo',
  '{count} outside the allowed domains': '{count} fuera de los dominios permitidos',
  '{count} selected': { one: '{count} seleccionada', other: '{count} seleccionadas' },
  '{count} with a disposable address': '{count} con una dirección desechable',
  '{count} without a free place': '{count} sin plaza libre',
  '{perAddress} per address, {perNetwork} per network, {perDevice} per device':
    '{perAddress} por dirección, {perNetwork} por red, {perDevice} por dispositivo',
  '1 gift per mailbox': '1 regalo por buzón',
  'A claim holds a gift for 30 minutes, until the visitor presses the button behind the emailed link. Without it, invented addresses can take all gifts.':
    'Una solicitud reserva un regalo durante 30 minutos, hasta que el visitante pulsa el botón en la página del enlace enviado por correo. Sin confirmación, con direcciones inventadas se pueden agotar todos los regalos.',
  'A closed one-link can’t be reopened.': 'Un One-Link cerrado no se puede volver a abrir.',
  'A confirmed claim waits up to 7 days for you to approve or reject it. The visitor gets an email either way.':
    'Una solicitud confirmada espera hasta 7 días a que la apruebes o la rechaces. El visitante recibe un correo en ambos casos.',
  'A one-link needs a campaign that invites by one-link.':
    'Un One-Link necesita una campaña que invite por One-Link.',
  'Addresses of services that give out throw-away mailboxes cannot claim.':
    'Las direcciones de servicios de buzones desechables no pueden solicitar regalos.',
  'All {count} gifts': 'Los {count} regalos',
  'All claimed': 'Agotado',
  'All gifts of this link are claimed.': 'Todos los regalos de este enlace están solicitados.',
  Allowed: 'Permitidas',
  'Allowed domains': 'Dominios permitidos',
  'Allowed email domains (optional)': 'Dominios de correo permitidos (opcional)',
  'Always on with approval and with allowed domains.':
    'Siempre activa con aprobación y con dominios permitidos.',
  Anyone: 'Cualquiera',
  'Anyone with this link can claim one gift until none are left.':
    'Quien tenga este enlace puede solicitar un regalo mientras queden.',
  Approval: 'Aprobación',
  Approve: 'Aprobar',
  'Approve {name}': 'Aprobar {name}',
  'Approve each claim': 'Aprobar cada solicitud',
  'Change expiry and domains': 'Cambiar caducidad y dominios',
  'Claim rules': 'Reglas de solicitud',
  'Claim rules changed.': 'Reglas de solicitud modificadas.',
  Claimed: 'Solicitados',
  Claims: 'Solicitudes',
  'Claims per hour': 'Solicitudes por hora',
  'Claims that wait for approval': 'Solicitudes pendientes de aprobación',
  'Close one-link': 'Cerrar One-Link',
  'Close this one-link?': '¿Cerrar este One-Link?',
  'Confirmed by email': 'Confirmadas por correo',
  'Create link': 'Crear enlace',
  'Create one': 'Crear una',
  CSV: 'CSV',
  Decision: 'Decisión',
  'Disposable addresses': 'Direcciones desechables',
  'Domains apply to further claims. The number of gifts is fixed: for more gifts, create another link.':
    'Los dominios se aplican a las solicitudes siguientes. El número de regalos es fijo: para más regalos, crea otro enlace.',
  'Each visitor gets an email when you decide. An approved gift can be opened for three days.':
    'Cada visitante recibe un correo cuando decides. Un regalo aprobado se puede abrir durante tres días.',
  Ends: 'Termina',
  'Expiry and domains': 'Caducidad y dominios',
  'For a conference or a newsletter, when you don’t know the recipients yet.':
    'Para un congreso o un boletín, cuando todavía no conoces a los destinatarios.',
  'For example larkfield.com. Only addresses in these domains can claim. Leave empty to allow any address.':
    'Por ejemplo, larkfield.com. Solo las direcciones de estos dominios pueden solicitar un regalo. Déjalo vacío para permitir cualquier dirección.',
  'Has an offer until {time}': 'Con oferta; caduca {time}',
  'In this order. A gift that becomes free is offered to the next person for 12 hours.':
    'En este orden. Un regalo que queda libre se ofrece a la siguiente persona durante 12 horas.',
  'Latest claims': 'Últimas solicitudes',
  'Leave empty to use the campaign’s expiry': 'Déjalo vacío para usar la caducidad de la campaña',
  'Limit per person': 'Límite por persona',
  Link: 'Enlace',
  'Most claims per hour': 'Máximo de solicitudes por hora',
  'No claims yet. They appear here live.':
    'Todavía no hay solicitudes. Aparecerán aquí en directo.',
  'No gifts were claimed.': 'No se solicitó ningún regalo.',
  'No one-links yet': 'Todavía no hay One-Links',
  'Number of gifts': 'Número de regalos',
  Offered: 'Ofrecidos',
  'One link or QR code for many people. Anyone with it can claim one gift until none are left.':
    'Un enlace o código QR para muchas personas. Quien lo tenga puede solicitar un regalo mientras queden.',
  'One-link changed.': 'One-Link modificado.',
  'One-link closed.': 'One-Link cerrado.',
  'People in one office or at one event often share a network: set that limit above their number. Raise the limit per device for a tablet at a stand.':
    'Las personas de una oficina o de un evento suelen compartir red: pon ese límite por encima de su número. Sube el límite por dispositivo para una tableta en un estand.',
  'Per address': 'Por dirección',
  'Per device': 'Por dispositivo',
  'Per network': 'Por red',
  'QR code': 'Código QR',
  'QR code of {url}': 'Código QR de {url}',
  'Refuse disposable addresses': 'Denegar direcciones desechables',
  Refused: 'Denegadas',
  'Refused: {counts}': 'Denegadas: {counts}',
  Reject: 'Rechazar',
  'Reject {name}': 'Rechazar {name}',
  Rejected: 'Rechazadas',
  Select: 'Seleccionar',
  'Select all': 'Seleccionar todo',
  Since: 'Desde',
  'The {count} claimed gifts continue.': {
    one: 'El {count} regalo solicitado sigue su curso.',
    other: 'Los {count} regalos solicitados siguen su curso.',
  },
  'The {count} unclaimed gifts are cancelled, and new visitors see that the link is closed.': {
    one: 'Se anula el {count} regalo sin solicitar y los nuevos visitantes ven que el enlace está cerrado.',
    other:
      'Se anulan los {count} regalos sin solicitar y los nuevos visitantes ven que el enlace está cerrado.',
  },
  'The first {shown} of {count}. The CSV file has all of them.':
    'Los primeros {shown} de {count}. El archivo CSV los contiene todos.',
  'This link has expired. No more gifts can be claimed with it.':
    'Este enlace ha caducado. Ya no se pueden solicitar regalos con él.',
  'This link is closed. No more gifts can be claimed with it.':
    'Este enlace está cerrado. Ya no se pueden solicitar regalos con él.',
  Waiting: 'En espera',
  'Waiting for approval': 'Pendientes de aprobación',
  'Waiting for confirmation': 'Pendientes de confirmación',
  'Waiting list': 'Lista de espera',
  'When all gifts are taken, visitors can leave their address. Each gift that becomes free is offered to the next person for 12 hours.':
    'Cuando se agotan los regalos, los visitantes pueden dejar su dirección. Cada regalo que queda libre se ofrece a la siguiente persona durante 12 horas.',
  'Your time: {timeZone}. Gifts that were claimed keep the time that their recipients have.':
    'Tu hora: {timeZone}. Los regalos ya solicitados conservan el plazo de sus destinatarios.',
  'Expires on (optional)': 'Caduca el (opcional)',
  'Name (optional)': 'Nombre (opcional)',
}
