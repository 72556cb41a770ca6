import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/campaigns.ts'

export const catalogue: SameTexts<typeof german> = {
  'Add an item to see a preview.': 'Añade un artículo para ver una vista previa.',
  'Choose a colour to see a preview.': 'Elige un color para ver una vista previa.',
  'Enter the days until the gift expires to see a preview.':
    'Indica los días hasta que caduca el regalo para ver una vista previa.',
  '{fields} become the recipient’s name, here and in the text.':
    '{fields} se sustituyen por el nombre del destinatario, aquí y en el texto.',
  'Archived|campaign': 'Archivada',
  'Created|campaign': 'Creada',
  'Updated|campaign': 'Actualizada',
  'From|time': 'De',
  '“{name}” is archived. Gifts already sent continue.':
    '«{name}» está archivada. Los regalos ya enviados siguen su curso.',
  '“{name}” saved.': '«{name}» se ha guardado.',
  '{count} days': { one: '{count} día', other: '{count} días' },
  '{count} items': { one: '{count} artículo', other: '{count} artículos' },
  '{count} more': '{count} más',
  '{name} (copy)': '{name} (copia)',
  '0 in stock in every warehouse': '0 en existencias en todos los almacenes',
  'A campaign defines the items recipients can choose from, the design and the messages.':
    'Una campaña define los artículos que pueden elegir los destinatarios, el diseño y los mensajes.',
  Aa: 'Aa',
  'Add {item}': 'Añadir {item}',
  'Add a charity or a digital product to the catalogue to replace unclaimed gifts.':
    'Añade una organización o un producto digital al catálogo para sustituir los regalos sin canjear.',
  'Add items': 'Añadir artículos',
  'Add at least one item.': 'Añade al menos un artículo.',
  'Also for gifts that are already sent. A digital item is emailed to recipients who have not declined.':
    'También para los regalos ya enviados. Los artículos digitales se envían por correo a quienes no hayan rechazado el regalo.',
  'An archived item': 'Un artículo archivado',
  'Archived: no longer offered to new recipients':
    'Archivado: ya no se ofrece a nuevos destinatarios',
  'archived: not offered to new recipients': 'archivado: no se ofrece a nuevos destinatarios',
  arrived: 'recibidos',
  'Same as the account': 'Como en la cuenta',
  'At most': 'Como máximo',
  'Become a donation: {item}': 'Se convierten en donación: {item}',
  'By email': 'Por correo electrónico',
  'By personal link': 'Por enlace personal',
  'Campaign copied. Give the copy a name.': 'Campaña copiada. Ponle nombre a la copia.',
  Cheapest: 'La más barata',
  Choose: 'Elegir',
  'Choose for each parcel': 'Elegir para cada paquete',
  'Choose the one you like best.': 'Elige el que más te guste.',
  'chosen and confirmed': 'elegidos y confirmados',
  'Comes with your message, on every page of the gift.':
    'Acompaña a tu mensaje en todas las páginas del regalo.',
  Cream: 'Crema',
  'Create campaign': 'Crear campaña',
  'Create your first campaign': 'Crear tu primera campaña',
  'day {day}': 'día {day}',
  'Days after the invitation': 'Días después de la invitación',
  'Days before expiry': 'Días antes de caducar',
  delivered: 'entregados',
  Donate: 'Donar',
  Dots: 'Lunares',
  Duplicate: 'Duplicar',
  'Each recipient can': 'Cada destinatario puede',
  'Each recipient gets an email with a personal link.':
    'Cada destinatario recibe un correo con un enlace personal.',
  'Email schedule': 'Calendario de correos',
  'Expires after': 'Caduca a los',
  'Expires after (days)': 'Días hasta la caducidad',
  'Fastest up to a limit': 'La más rápida hasta un límite',
  Find: 'Buscar',
  'For example #7a2459': 'Por ejemplo, #7a2459',
  'Gift offers with their items, design and messages.':
    'Ofertas de regalos con sus artículos, diseño y mensajes.',
  'Gifts with a message of their own keep that message.':
    'Los regalos con mensaje propio lo conservan.',
  Gold: 'Dorado',
  Green: 'Verde',
  Headline: 'Título',
  'How people are invited': 'Cómo se invita',
  'If every rate costs more, the parcel waits and needs your attention.':
    'Si todas las tarifas cuestan más, el paquete espera y requiere tu atención.',
  'In the colour of the campaign': 'En el color de la campaña',
  Invitations: 'Invitaciones',
  'Language of the preview': 'Idioma de la vista previa',
  'Maximum number of items': 'Número máximo de artículos',
  'No campaigns yet': 'Todavía no hay campañas',
  'No items match.': 'Ningún artículo coincide.',
  'No items yet. Add items below.': 'Todavía no hay artículos. Añádelos abajo.',
  'No new gifts can be sent from it. Gifts already sent continue.':
    'No se pueden enviar regalos nuevos. Los ya enviados siguen su curso.',
  'No other items.': 'No hay más artículos.',
  'No reminders from {from} to {to}. Reminders due then are sent at {to}.':
    'Sin recordatorios de {from} a {to}. Los que toquen entonces se envían a las {to}.',
  none: 'ninguno',
  'Nothing happens': 'No ocurre nada',
  'One shared link or QR code. Each visitor can claim one gift.':
    'Un enlace o código QR compartido. Cada visitante puede solicitar un regalo.',
  'Only your team sees this.': 'Solo lo ve tu equipo.',
  opened: 'abiertos',
  Performance: 'Resultados',
  'Pick a colour': 'Elegir un color',
  Plain: 'Liso',
  'Quiet hours without reminders': 'Horas de silencio sin recordatorios',
  'Recipients can change the language on their page.':
    'Los destinatarios pueden cambiar el idioma en su página.',
  'Recipients can choose fewer. Each item is from a different product.':
    'Los destinatarios pueden elegir menos. Cada artículo es de un producto distinto.',
  'Recipients choose one.': 'Los destinatarios eligen uno.',
  'Recipients choose up to {count}.': 'Los destinatarios eligen hasta {count}.',
  'Recipients get one of each product.': 'Los destinatarios reciben una unidad de cada producto.',
  'Recipients read these texts if they use the language. A text that is missing appears in the language of the campaign.':
    'Los destinatarios leen estos textos si usan el idioma. El texto que falte aparece en el idioma de la campaña.',
  'Recipients see them in this order.': 'Los destinatarios los ven en este orden.',
  Red: 'Rojo',
  redeemed: 'canjeados',
  Reminders: 'Recordatorios',
  'Reminders are sent at any time of day.': 'Los recordatorios se envían a cualquier hora.',
  'Upload a logo': 'Subir un logotipo',
  'Replaced by {item}': 'Sustituidos por {item}',
  'Replaced if it is hard to see': 'Se sustituye si apenas se ve',
  Ribbon: 'Cinta',
  'Send another gift': 'Enviar otro regalo',
  sent: 'enviados',
  'Sent from': 'Enviado por',
  'Sent to recipients who haven’t redeemed yet.':
    'Se envían a quienes todavía no han canjeado su regalo.',
  'Show items before opening': 'Mostrar artículos antes de abrir',
  'Show the items before the gift is opened': 'Mostrar los artículos antes de abrir el regalo',
  Stars: 'Estrellas',
  Stripes: 'Rayas',
  Subheading: 'Subtítulo',
  Text: 'Texto',
  'The label is bought as soon as the gift is redeemed.':
    'La etiqueta se compra en cuanto se canjea el regalo.',
  'The packer compares the rates and buys one.': 'El embalador compara las tarifas y compra una.',
  'This campaign is archived': 'Esta campaña está archivada',
  'Time zone': 'Zona horaria',
  Translations: 'Traducciones',
  'Type a number and press Enter': 'Escribe un número y pulsa Intro',
  'Unclaimed gifts': 'Regalos sin canjear',
  Until: 'Hasta',
  'Used for dates and quiet hours.': 'Se usa para las fechas y las horas de silencio.',
  'Used in the invitation email and on the recipient’s page.':
    'Se usa en el correo de invitación y en la página del destinatario.',
  'View all': 'Ver todos',
  'We have a gift for you': 'Tenemos un regalo para ti',
  'We’d like to say thank you. Choose the gift you like best, and we’ll ship it within a few days.':
    'Queremos darte las gracias. Elige el regalo que más te guste y te lo enviaremos en unos días.',
  'When a gift expires unclaimed': 'Cuando un regalo caduca sin canjear',
  'Which rate of the carrier is bought for a parcel.':
    'Qué tarifa del transportista se compra para un paquete.',
  White: 'Blanco',
  'Wrapping paper': 'Papel de regalo',
  'You can change everything later except how people are invited.':
    'Más adelante podrás cambiarlo todo, salvo la forma de invitar.',
  'You choose the items and the address. Recipients choose nothing.':
    'Tú eliges los artículos y la dirección. Los destinatarios no eligen nada.',
  'You get a link for each recipient and share it yourself.':
    'Obtienes un enlace para cada destinatario y lo compartes tú.',
  'View spend': 'Ver gastos',
  '{used} of {budget}': '{used} de {budget}',
  '{percent} of the budget': '{percent} del presupuesto',
  '{amount} over budget.': '{amount} por encima del presupuesto.',
  '{amount} left.': 'Quedan {amount}.',
  'Open gifts count at the highest price they can cost, without shipping.':
    'Los regalos abiertos cuentan por lo máximo que pueden costar, sin el envío.',
  'New gifts that could exceed it are rejected.':
    'Los regalos nuevos que podrían superarlo se rechazan.',
  'New gifts can still be sent.': 'No detiene los regalos nuevos.',
  'The budget is used up': 'El presupuesto está agotado',
  '{percent} of the budget is used': 'Se ha usado el {percent} del presupuesto',
  'Raise the budget, or archive the campaign.': 'Aumenta el presupuesto o archiva la campaña.',
  'Cost centre (optional)': 'Centro de coste (opcional)',
  'New gifts are charged to it.': 'Los regalos nuevos se le imputan.',
  'This campaign has a budget': 'Esta campaña tiene un presupuesto',
  'Stop new gifts that could exceed the budget':
    'Detener los regalos nuevos que podrían superar el presupuesto',
  'Each gift reserves the most that it can cost, without shipping. Gifts that are already sent continue.':
    'Cada regalo reserva lo máximo que puede costar, sin el envío. Los regalos ya enviados continúan.',
}
