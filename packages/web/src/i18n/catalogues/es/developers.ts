import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/developers.ts'

export const catalogue: SameTexts<typeof german> = {
  'Active|key': 'Activa',
  'Created|key': 'Creada',
  '{addresses} and {count} more': '{addresses} y {count} más',
  '{bytes} bytes · SHA-256 {digest}': '{bytes} bytes · SHA-256 {digest}',
  '{count} days': { one: '{count} día', other: '{count} días' },
  '{count} days ahead of the real time.': {
    one: '{count} día por delante de la hora real.',
    other: '{count} días por delante de la hora real.',
  },
  '{count} days|for': { one: '{count} día', other: '{count} días' },
  '{count} deliveries are paused until the signing secret can be decrypted.': {
    one: '{count} entrega está en pausa hasta que se pueda descifrar el secreto de firma.',
    other: '{count} entregas están en pausa hasta que se pueda descifrar el secreto de firma.',
  },
  '{count} deliveries are retried now.': {
    one: 'Se reintenta {count} entrega ahora.',
    other: 'Se reintentan {count} entregas ahora.',
  },
  '{count} deliveries are retried within {time}.': {
    one: 'Se reintentará {count} entrega en {time}.',
    other: 'Se reintentarán {count} entregas en {time}.',
  },
  '{count} deliveries have attempts left and wait for a retry. To send them earlier, use “Retry … waiting now”.':
    {
      one: 'A {count} entrega le quedan intentos y espera un reintento. Para enviarla antes, usa «Reintentar ahora…».',
      other:
        'A {count} entregas les quedan intentos y esperan un reintento. Para enviarlas antes, usa «Reintentar ahora…».',
    },
  '{count} deliveries not resent: {reason}': {
    one: '{count} entrega no reenviada: {reason}',
    other: '{count} entregas no reenviadas: {reason}',
  },
  '{count} deliveries pending.': {
    one: '{count} entrega pendiente.',
    other: '{count} entregas pendientes.',
  },
  '{count} deliveries wait for a retry.': {
    one: '{count} entrega espera un reintento.',
    other: '{count} entregas esperan un reintento.',
  },
  '{count} deliveries wait for the next attempt. These attempts start now, oldest first, at 50 per second, so that your receiver is not overloaded. The number of attempts stays the same.':
    {
      one: '{count} entrega espera el próximo intento. Estos intentos empiezan ahora, del más antiguo al más reciente, a 50 por segundo, para no sobrecargar tu receptor. El número de intentos no cambia.',
      other:
        '{count} entregas esperan el próximo intento. Estos intentos empiezan ahora, del más antiguo al más reciente, a 50 por segundo, para no sobrecargar tu receptor. El número de intentos no cambia.',
    },
  '{count} events are being resent.': {
    one: 'Se está reenviando {count} evento.',
    other: 'Se están reenviando {count} eventos.',
  },
  '{count} events resent to {endpoint}': {
    one: '{count} evento reenviado a {endpoint}',
    other: '{count} eventos reenviados a {endpoint}',
  },
  '{count} events will be resent.': {
    one: 'Se reenviará {count} evento.',
    other: 'Se reenviarán {count} eventos.',
  },
  '{count} failed attempts': { one: '{count} intento fallido', other: '{count} intentos fallidos' },
  '{count} failures|after': { one: '{count} fallo', other: '{count} fallos' },
  '{count} hours': { one: '{count} hora', other: '{count} horas' },
  '{count} hours|for': { one: '{count} hora', other: '{count} horas' },
  '{count} minutes': { one: '{count} minuto', other: '{count} minutos' },
  '{count} minutes|for': { one: '{count} minuto', other: '{count} minutos' },
  '{count} of 5': '{count} de 5',
  '{count} open deliveries are cancelled.': {
    one: 'Se cancelará {count} entrega abierta.',
    other: 'Se cancelarán {count} entregas abiertas.',
  },
  '{count} pending deliveries are paused, and continue once it is enabled.': {
    one: '{count} entrega pendiente queda en pausa y continuará cuando se active.',
    other: '{count} entregas pendientes quedan en pausa y continuarán cuando se active.',
  },
  '{count} permissions': { one: '{count} permiso', other: '{count} permisos' },
  '{count} requests': { one: '{count} solicitud', other: '{count} solicitudes' },
  '{count} requests in the last hour': {
    one: '{count} solicitud en la última hora',
    other: '{count} solicitudes en la última hora',
  },
  '{count} sample gifts created.': {
    one: '{count} regalo de ejemplo creado.',
    other: '{count} regalos de ejemplo creados.',
  },
  '{count} seconds': { one: '{count} segundo', other: '{count} segundos' },
  '{detail} Events from this time are never sent to it.':
    '{detail} Los eventos de este periodo nunca se le enviarán.',
  '{dots} (unchanged)': '{dots} (sin cambios)',
  '{failed} failed': '{failed} fallidos',
  '{failed} of the last {attempts} attempts failed {window}.':
    '{failed} de los últimos {attempts} intentos fallaron {window}.',
  '{failed} of the last {attempts} attempts failed. Failing for {time}.':
    'Desde hace {time}, {failed} de los últimos {attempts} intentos han fallado.',
  '{from} to {to}': '{from} a {to}',
  '{label}: {total} in total, at most {max} per minute':
    '{label}: {total} en total, {max} por minuto como máximo',
  '{name} revoked.': '{name}: revocado.',
  '{next_attempt}, the last': '{next_attempt} (el último)',
  '{next_attempt}. If it fails, with the default delays: {attempts}.':
    '{next_attempt}. Si falla, con los intervalos predeterminados: {attempts}.',
  'The cause of {number} of {failed_attempts} in the last day, most recently {time}.':
    '{number} de {failed_attempts} en las últimas 24 horas; el último, {time}.',
  '{reference}: {state}': '{reference}: {state}',
  '{scopes} and {count} more': '{scopes} y {count} más',
  '{status} after {duration}, {time}': '{status} tras {duration}, {time}',
  '{value} h': '{value} h',
  '{value} min': '{value} min',
  '{value} ms': '{value} ms',
  '{value} s': '{value} s',
  '{version} (latest)': '{version} (más reciente)',
  '{version} (previous)': '{version} (anterior)',
  '+ 1 day': '+ 1 día',
  '+ 1 hour': '+ 1 hora',
  '+ 1 week': '+ 1 semana',
  '+ 30 days': '+ 30 días',
  'All of the last {attempts} attempts failed {window}.':
    'Ninguno de los últimos {attempts} intentos llegó {window}.',
  'All of the last {attempts} attempts failed. Failing for {time}.':
    'Desde hace {time}, no ha llegado ninguno de los últimos {attempts} intentos.',
  '1. Create and deploy a new key': '1. Crear y desplegar una clave nueva',
  '10 minutes': '10 minutos',
  '12 hours': '12 horas',
  '2 hours': '2 horas',
  '2 secrets, the old one expires {time}': '2 secretos; el antiguo caduca {time}',
  '2 signatures': '2 firmas',
  '2. Watch traffic switch over': '2. Observar el cambio del tráfico',
  '2nd attempt': '2.º intento',
  '3. Revoke the old key': '3. Revocar la clave antigua',
  '30 seconds': '30 segundos',
  '3rd attempt': '3.er intento',
  '403 Forbidden: signature or timestamp rejected':
    '403 Forbidden: firma o marca de tiempo rechazada',
  '4th attempt': '4.º intento',
  '5th attempt': '5.º intento',
  '64 characters of lower-case hex': '64 caracteres hexadecimales en minúsculas',
  'A 4xx status means that the receiver rejected the request.':
    'Un estado 4xx significa que el receptor rechazó la solicitud.',
  'A 5xx status means that the receiver failed.': 'Un estado 5xx significa que el receptor falló.',
  'A delivery fails after five attempts. You can resend it from the log.':
    'Una entrega falla tras cinco intentos. Puedes reenviarla desde el registro.',
  'A JSON:API document: {example}. Media type application/vnd.api+json, which some frameworks do not parse by default. The status is called state; there are no line items and no metadata.':
    'Un documento JSON:API: {example}. Tipo de medio application/vnd.api+json, que algunos frameworks no procesan de forma predeterminada. El estado se llama state; no hay line items ni metadatos.',
  'A key that leaks does less harm if it expires. Admins get an email before.':
    'Una clave filtrada causa menos daño si caduca. Los administradores reciben antes un correo.',
  'A program still uses it. Create a new key for it.':
    'Un programa todavía la usa. Crea una clave nueva para él.',
  'A program that can change webhook endpoints decides where your data goes. Confirm that it’s you.':
    'Un programa que puede cambiar endpoints de webhook decide adónde van tus datos. Confirma que eres tú.',
  'A proxy or framework in front of the receiver requires authentication.':
    'Un proxy o framework delante del receptor exige autenticación.',
  'A refresh token is only valid at /auth/token, to get a new access token.':
    'Un token de actualización solo es válido en /auth/token, para obtener un token de acceso nuevo.',
  'about 10 minutes later': 'unos 10 minutos después',
  'about 12 hours later': 'unas 12 horas después',
  'about 2 hours later': 'unas 2 horas después',
  'about 30 seconds after the first': 'unos 30 segundos después del primero',
  'Access tokens last an hour. Use the refresh token to get a new one before that.':
    'Los tokens de acceso duran una hora. Usa antes el token de actualización para obtener otro.',
  Active: 'Activo',
  'Add header': 'Añadir cabecera',
  'Add the missing key to BESTOW_SECRET_KEY and restart Bestow, or rotate the secret here and give the new one to the receiver. Paused deliveries then continue with all their attempts.':
    'Añade la clave que falta a BESTOW_SECRET_KEY y reinicia Bestow, o rota aquí el secreto y facilita el nuevo al receptor. Las entregas en pausa continuarán entonces con todos sus intentos.',
  'Add the URL of your software to receive an event whenever a gift is created, redeemed, dispatched, delivered or cancelled.':
    'Añade la URL de tu software para recibir un evento cada vez que un regalo se cree, canjee, envíe, entregue o anule.',
  'address not allowed': 'dirección rechazada',
  'All {attempts} attempts {window} arrived.':
    'Los {attempts} intentos realizados {window} llegaron.',
  'All done: {old_key} was revoked {time}. <a>Back to API keys</a>':
    'Todo listo: {old_key} se revocó {time}. <a>Volver a las claves de API</a>',
  'All requests for it': 'Todas sus solicitudes',
  'All tokens of {name} revoked.': 'Se han revocado todos los tokens de {name}.',
  'Allow the connection in the firewall, and check that the host is up.':
    'Permite la conexión en el firewall y comprueba que el host esté activo.',
  'Allowed addresses (optional)': 'Direcciones permitidas (opcional)',
  'Allowed addresses of {name}': 'Direcciones permitidas de {name}',
  'Allowed addresses of {name} saved. They apply from the next request.':
    'Direcciones permitidas de {name} guardadas. Se aplican desde la próxima solicitud.',
  'Also manage webhook endpoints': 'Gestionar también los endpoints de webhook',
  'Also send Standard Webhooks headers': 'Enviar también las cabeceras de Standard Webhooks',
  'Also send attention events': 'Enviar también lo que requiere atención',
  'Also sign with Ed25519': 'Firmar también con Ed25519',
  'Always last.': 'Siempre el último.',
  'An API key gives a program access to this account, with the permissions you choose. Keys are shown once.':
    'Una clave de API da a un programa acceso a esta cuenta con los permisos que elijas. Las claves se muestran una sola vez.',
  'An API key is enough for most integrations. Use OAuth for short-lived tokens, or for apps that act with a user’s consent.':
    'Una clave de API basta para la mayoría de las integraciones. Usa OAuth para tokens de corta duración o para aplicaciones que actúan con el consentimiento de un usuario.',
  'an hour ago': 'hace una hora',
  'Any 2xx status accepts the event. The response body is ignored.':
    'Cualquier estado 2xx acepta el evento. El cuerpo de la respuesta se ignora.',
  'API key': 'Clave de API',
  'API key not found': 'No se encuentra la clave de API',
  'API token in the x-api-key header': 'Token de API en la cabecera x-api-key',
  Arrived: 'Correctos',
  'As it is sent, except for the event ID, the timestamp and the signature.':
    'Tal como se envía, salvo el ID del evento, la marca de tiempo y la firma.',
  'As the first attempt will send it, except for timestamp and signature.':
    'Tal como la enviará el primer intento, salvo la marca de tiempo y la firma.',
  'As the last attempt sent it, {time}.': 'Tal como la envió el último intento, {time}.',
  'Ask the operator of this service. Your receiver is not the cause.':
    'Consulta al operador de este servicio. Tu receptor no es la causa.',
  'At least {count} events will be resent.': 'Se reenviarán al menos {count} eventos.',
  'At most once, even if a part is reshipped.': 'Como máximo una vez, aunque se reenvíe una parte.',
  'Attempt {number}': 'Intento {number}',
  'attempt {number} about {delay} later': 'intento {number} aproximadamente {delay} después',
  'Attempt results explained': 'Explicación de los resultados',
  Attempts: 'Intentos',
  'Attempts in 24 hours': 'Intentos en 24 horas',
  'Attempts of the last 24 hours: {ok} arrived, {failed} failed':
    'Intentos de las últimas 24 horas: {ok} correctos, {failed} fallidos',
  'bad response': 'respuesta no válida',
  Body: 'Cuerpo',
  'Body format': 'Formato del cuerpo',
  'Both keys work until you revoke the old one.':
    'Ambas claves funcionan hasta que revoques la antigua.',
  'Both keys work until you revoke the old one. It expires on {date}.':
    'Ambas claves funcionan hasta que revoques la antigua, que caduca el {date}.',
  'The body as sent, {time}.': 'El cuerpo tal como se envió, {time}.',
  'The old key no longer works.': 'La clave antigua ya no funciona.',
  'You can leave and return to this URL.': 'Puedes salir de la página y volver a esta URL.',
  'Call the region of the account.': 'Llama a la región de la cuenta.',
  cancelled: 'anulado',
  'Cancelled|event': 'Anulado',
  'Cannot sign requests': 'No se pueden firmar las solicitudes',
  'Certificate authority': 'Autoridad de certificación',
  'Certificate expires soon': 'El certificado caduca pronto',
  'Certificate has expired': 'El certificado ha caducado',
  Certificates: 'Certificados',
  'Change allowed addresses…': 'Cambiar las direcciones permitidas…',
  'Change gift states, simulate carriers and advance the clock. Emails, events and deliveries are sent as usual.':
    'Cambia el estado de los regalos, simula transportistas y adelanta el reloj. Los correos, eventos y entregas se envían como siempre.',
  'Change permissions…': 'Cambiar permisos…',
  'Change the endpoint to the target URL of the redirect. A missing or extra trailing slash is a common cause.':
    'Cambia el endpoint a la URL de destino de la redirección. A menudo la causa es una barra final que falta o sobra.',
  'Changes apply to the next attempt. Recorded bodies stay as they are.':
    'Los cambios se aplican desde el próximo intento. Los cuerpos ya registrados no cambian.',
  'Check its logs for the ID of the event.': 'Busca el ID del evento en sus registros.',
  'Check its logs. Often the body was parsed before the signature was verified, or another payload version was expected.':
    'Revisa sus registros. A menudo el cuerpo se procesó antes de verificar la firma o se esperaba otra versión del payload.',
  'Check that it uses the current secret of this endpoint and verifies the raw bytes, and that its clock is correct.':
    'Comprueba que use el secreto actual de este endpoint, que verifique los bytes sin procesar y que su reloj sea correcto.',
  'Check that the address is correct and reachable from the internet.':
    'Comprueba que la dirección sea correcta y accesible desde internet.',
  'Check the logs of your server.': 'Revisa los registros de tu servidor.',
  'Check the path of the URL, and that the route is deployed.':
    'Comprueba la ruta de la URL y que esté desplegada.',
  'Check the port, and whether the URL should start with https://.':
    'Comprueba el puerto y si la URL debe empezar por https://.',
  'Check the spelling of the host name, and that its DNS record is public.':
    'Comprueba que el nombre de host esté bien escrito y que su registro DNS sea público.',
  'Check whether the receiver crashed, a proxy dropped the connection, or the server requires another client certificate.':
    'Comprueba si el receptor falló, si un proxy cortó la conexión o si el servidor exige otro certificado de cliente.',
  'Check your signature': 'Comprueba tu firma',
  'Choose a file for: {label}': 'Elegir un archivo para: {label}',
  Client: 'Cliente',
  'Client certificate': 'Certificado de cliente',
  'Client ID': 'ID de cliente',
  Clock: 'Reloj',
  'Clock advanced.': 'Reloj adelantado.',
  'Clock advanced. {count} gifts changed state.': {
    one: 'Reloj adelantado. {count} regalo cambió de estado.',
    other: 'Reloj adelantado. {count} regalos cambiaron de estado.',
  },
  Connect: 'Conexión',
  'connection failed': 'conexión fallida',
  'connection refused': 'conexión rechazada',
  'connection timed out': 'tiempo de conexión agotado',
  Connection: 'Conexión',
  'Connection closed without a response': 'Conexión cerrada sin respuesta',
  'Connection refused': 'Conexión rechazada',
  'Copy {label}': 'Copiar {label}',
  'Copy client ID': 'Copiar ID de cliente',
  'Copy ID': 'Copiar ID',
  'Copy previous key': 'Copiar la clave anterior',
  'Copy public key': 'Copiar la clave pública',
  'Copy resource ID': 'Copiar ID del recurso',
  'Copy SHA-256': 'Copiar SHA-256',
  'Copy URL': 'Copiar URL',
  'Correct, export and erase recipients': 'Corregir, exportar y borrar destinatarios',
  Count: 'Cantidad',
  'Counting…': 'Contando…',
  'Create a new token.': 'Crea un token nuevo.',
  'Create an API key and call the API. Requests appear here within a second.':
    'Crea una clave de API y llama a la API. Las solicitudes aparecen aquí en menos de un segundo.',
  'Create and change endpoints, and resend deliveries':
    'Crear y cambiar endpoints, y reenviar entregas',
  'Create and change products, stock and warehouses':
    'Crear y cambiar productos, existencias y almacenes',
  'Create client': 'Crear cliente',
  'Create new key': 'Crear clave nueva',
  'Create sample gifts': 'Crear regalos de ejemplo',
  'Create sample gifts for five fictional recipients from your first campaign.':
    'Crea regalos de ejemplo para cinco destinatarios ficticios de tu primera campaña.',
  'Create the new key first.': 'Crea primero la clave nueva.',
  'Create, change and archive campaigns': 'Crear, cambiar y archivar campañas',
  'Create, change and close one-links, and decide on claims':
    'Crear, cambiar y cerrar One-Links, y decidir sobre las solicitudes',
  'Created|event': 'Creado',
  curl: 'curl',
  'curl, signed with your secret': 'Comando curl que firma con tu secreto',
  Custom: 'Personalizado',
  'Custom headers (optional)': 'Cabeceras personalizadas (opcional)',
  Data: 'Datos',
  Delete: 'Eliminar',
  'Delete this endpoint?': '¿Eliminar este endpoint?',
  'Delete…': 'Eliminar…',
  delivered: 'entregado',
  'Delivered.': 'Entregado.',
  'Delivered|delivery': 'Entregada',
  'Delivered|event': 'Entregado',
  'Delivered|parcel': 'Entregado',
  'Deliveries of this event': 'Entregas de este evento',
  'delivery {id}': 'entrega {id}',
  'delivery attempt failed': 'intento de entrega fallido',
  'Delivery attempted': 'Intento de entrega',
  Disable: 'Desactivar',
  'Disable or delete the endpoint if it is no longer needed.':
    'Desactiva o elimina el endpoint si ya no se necesita.',
  'Disable this endpoint?': '¿Desactivar este endpoint?',
  'Disable…': 'Desactivar…',
  Disabled: 'Desactivado',
  'Dispatched|event': 'Expedido',
  'DNS lookup failed': 'error de DNS',
  'DNS has no address for the host name in the URL.':
    'El DNS no tiene ninguna dirección para el nombre de host de la URL.',
  'Done {time}: the new key ends in {new_key}. Replace {old_key} with it everywhere.':
    'Hecho {time}: la clave nueva termina en {new_key}. Sustituye {old_key} por ella en todas partes.',
  Download: 'Descargar',
  'Download the example of version {version}': 'Descargar el ejemplo de la versión {version}',
  'Each delay varies by ±20%. The operator of this installation can change the delays.':
    'Cada uno ± 20 %. El operador de esta instalación puede cambiar los intervalos.',
  'Each bar is half an hour. Green: arrived. Red: failed.':
    'Cada barra es media hora. Verde: correctos. Rojo: fallidos.',
  'Each bar is half an hour. Green: arrived. Red: failed. Only the newest 20,000 deliveries are counted.':
    'Cada barra es media hora. Verde: correctos. Rojo: fallidos. Solo se cuentan las 20.000 entregas más recientes.',
  'Each event is about one gift. <a>Examples</a>':
    'Cada evento trata de un regalo. <a>Ejemplos</a>',
  'Each event that failed all five attempts is resent once, with the same event ID and body, and five new attempts. Test events and events already resent are skipped.':
    'Cada evento cuyos cinco intentos fallaron se reenvía una vez, con el mismo ID y cuerpo y cinco intentos nuevos. Se omiten los eventos de prueba y los ya reenviados.',
  'Each time the parcel returns to transit.': 'Cada vez que el paquete vuelve a estar en tránsito.',
  'Ed25519 key': 'Clave Ed25519',
  'Edit or rotate secret': 'Editar o rotar el secreto',
  Enable: 'Activar',
  'Enable the endpoint first.': 'Activa primero el endpoint.',
  'Enable the endpoint to send it a test.': 'Activa el endpoint para enviarle una prueba.',
  'Enable this media type in your framework, or change the endpoint to 2026-05.':
    'Activa este tipo de medio en tu framework o cambia el endpoint a 2026-05.',
  'Enabled. Paused deliveries continue now.': 'Activado. Las entregas en pausa continúan ahora.',
  'Endpoint details': 'Datos del endpoint',
  'endpoint disabled': 'endpoint desactivado',
  'Endpoint disabled.': 'Endpoint desactivado.',
  'Endpoints receive it in full. An admin can reveal it on the gift’s page after giving a reason.':
    'Los endpoints la reciben completa. Un administrador puede mostrarla en la página del regalo tras indicar un motivo.',
  'Endpoints receive it in full. To see it, give a reason on <a>the gift’s page</a>.':
    'Los endpoints la reciben completa. Para verla, indica un motivo en <a>la página del regalo</a>.',
  'Error code reference': 'Referencia de códigos de error',
  'Errors returned': 'Errores devueltos',
  'Event examples': 'Ejemplos de eventos',
  'Event ID': 'ID del evento',
  'Event log': 'Registro de eventos',
  'Separate events such as attention.backordered and attention.cleared. Your receiver must handle them.':
    'Son eventos propios, por ejemplo attention.backordered y attention.cleared. Tu receptor debe conocerlos.',
  'Events that occur while it is disabled are never sent to it, not even after you enable it again.':
    'Los eventos que ocurran mientras esté desactivado nunca se le enviarán, ni siquiera después de volver a activarlo.',
  'Every email of this installation, as the recipient sees it.':
    'Todos los correos de esta instalación, tal como los ve el destinatario.',
  'Every event sent to an endpoint appears here, with each attempt.':
    'Aquí aparecen todos los eventos enviados a un endpoint, con cada intento.',
  'Every event sent to an endpoint, with each attempt. Attempts are stored for 90 days, bodies for 30.':
    'Todos los eventos enviados a un endpoint, con cada intento. Los intentos se conservan 90 días; los cuerpos, 30.',
  'Everything the API can do, including what later versions add.':
    'Todo lo que permite la API, incluido lo que añadan versiones posteriores.',
  'Exempt webhook requests from authentication, and verify their signature instead.':
    'Excluye las solicitudes de webhook de la autenticación y verifica su firma en su lugar.',
  'Expired {time}': 'Caducó {time}',
  Expires: 'Caduca',
  'Expires {time}': 'Caduca {time}',
  'Failed after the fifth attempt. You can resend it.':
    'Falló tras el quinto intento. Puedes reenviarla.',
  'Failed, because its endpoint or body was deleted.':
    'Falló porque se eliminó el endpoint o el cuerpo.',
  'Failed|delivery': 'Fallida',
  Failing: 'Con fallos',
  'Finished.': 'Finalizado.',
  'First call': 'Primera llamada',
  'Flat JSON, as in API responses: {example}. Media type application/json.':
    'JSON plano, como en las respuestas de la API: {example}. Tipo de medio application/json.',
  'For a digital gift, delivered is sent at the same time, in either order.':
    'En un regalo digital, delivered se envía al mismo tiempo, en cualquier orden.',
  'For existing integrations. Use 2026-05 for new ones.':
    'Para integraciones existentes. Usa 2026-05 para las nuevas.',
  'For receivers that verify with a public key, so that a leak at the receiver cannot be used to forge events. Includes the Standard Webhooks headers.':
    'Para receptores que verifican con una clave pública, de modo que una filtración en el receptor no sirve para falsificar eventos. Incluye las cabeceras de Standard Webhooks.',
  'For receivers that verify with a Standard Webhooks library. The default headers are still sent.':
    'Para receptores que verifican con una biblioteca de Standard Webhooks. Las cabeceras habituales se siguen enviando.',
  'For receivers that use a private certificate authority or require mutual TLS. PEM format.':
    'Para receptores con un certificado de tu propia autoridad o que exigen TLS mutuo. Todo en PEM.',
  'For short-lived tokens, or apps that act with a user’s consent. An API key is simpler.':
    'Para tokens de corta duración o aplicaciones que actúan con el consentimiento de un usuario. Una clave de API es más sencilla.',
  'For your team, for example “Orders in the ERP”.':
    'Para tu equipo, por ejemplo «Pedidos en el ERP».',
  'From now on, line_items has the chosen items.':
    'A partir de ahora, line_items contiene los artículos elegidos.',
  'From the start of an attempt to the response status. Solid line: median. Dashed line: 95th percentile.':
    'Desde el inicio de un intento hasta el estado de la respuesta. Línea continua: mediana. Línea discontinua: percentil 95.',
  'Full access': 'Acceso completo',
  'Full access and webhooks': 'Acceso completo y webhooks',
  Generate: 'Generar',
  'Generate new API key': 'Generar nueva clave de API',
  'Get signed events at your URLs within a second.':
    'Recibe eventos firmados en tus URL en menos de un segundo.',
  'Get tokens from {url}. Also send the header x-api-key with each call.':
    'Obtén los tokens en {url}. Envía también la cabecera x-api-key con cada llamada.',
  'Gift ID': 'ID del regalo',
  'Gift: reference or ID': 'Regalo: referencia o ID',
  'Gifts in production are real. Use an account of a staging installation.':
    'Los regalos en producción son reales. Usa una cuenta de una instalación de staging.',
  'Give the host a public address, or ask the operator to add its network to BESTOW_WEBHOOK_ALLOWED_NETWORKS. For your own computer, use bestow listen.':
    'Asigna al host una dirección pública o pide al operador que añada su red a BESTOW_WEBHOOK_ALLOWED_NETWORKS. Para tu propio equipo, usa bestow listen.',
  'Good to know': 'Conviene saber',
  'Half hours with attempts': 'Medias horas con intentos',
  Headers: 'Cabeceras',
  Health: 'Estado',
  Healthy: 'Correcto',
  'Host name not found': 'No se encuentra el nombre de host',
  'Host unreachable': 'Host inaccesible',
  'How the signature is computed': 'Cómo se calcula la firma',
  'How to verify requests, how to respond, and what attempt results mean.':
    'Cómo verificar las solicitudes, cómo responder y qué significan los resultados de los intentos.',
  Id: 'ID',
  'Idempotency-Key': 'Idempotency-Key',
  'If your server is only down for a while, leave it enabled: five attempts span about 14 hours, and failed events can be resent.':
    'Si tu servidor solo estará caído un rato, déjalo activado: los cinco intentos abarcan unas 14 horas y los eventos fallidos se pueden reenviar.',
  'In 30 days': 'En 30 días',
  'In 90 days': 'En 90 días',
  'In a year': 'En un año',
  'in the last 15 minutes': 'en los últimos 15 minutos',
  'in the last day': 'en las últimas 24 horas',
  'In the last day, that would have been {count} events.': {
    one: 'En las últimas 24 horas habría sido {count} evento.',
    other: 'En las últimas 24 horas habrían sido {count} eventos.',
  },
  'in the last hour': 'en la última hora',
  'in transit': 'en tránsito',
  'In transit': 'En tránsito',
  'IP addresses and ranges of your servers, for example 203.0.113.7 or 2001:db8::/32. Leave empty to allow every address.':
    'Direcciones IP y rangos de tus servidores, por ejemplo 203.0.113.7 o 2001:db8::/32. Déjalo vacío para permitir cualquier dirección.',
  'It can request new tokens at once. Apps need their users’ consent again.':
    'Puede solicitar tokens nuevos de inmediato. Las aplicaciones necesitan de nuevo el consentimiento de sus usuarios.',
  'It expired {time}. Upload a newer one in the settings, so that deliveries do not fail.':
    'Caducó {time}. Sube uno nuevo en los ajustes para que las entregas no fallen.',
  'It expires {time}. Upload a newer one in the settings, so that deliveries do not fail.':
    'Caduca {time}. Sube uno nuevo en los ajustes para que las entregas no fallen.',
  'It gets the same name, permissions, lifetime and allowed addresses. Replace …{last_four} with it everywhere.':
    'Tendrá el mismo nombre, los mismos permisos, la misma duración y las mismas direcciones permitidas. Sustituye …{last_four} por ella en todas partes.',
  'It has upper-case letters or white space. Send lower-case hex.':
    'Contiene mayúsculas o espacios. Usa hexadecimal en minúsculas.',
  'It is in base64. Service-Webhook-Signature is in hex; only webhook-signature is in base64.':
    'Está en base64. Service-Webhook-Signature usa hexadecimal; solo webhook-signature usa base64.',
  'It is not 64 characters of hex: a part is missing, or it is another hash.':
    'No tiene 64 caracteres hexadecimales: falta una parte o es otro hash.',
  'It works immediately, until it expires or you revoke it. Store it in a secret manager, never in a web page, an app or a repository.':
    'Funciona de inmediato, hasta que caduque o la revoques. Guárdala en un gestor de secretos, nunca en una página web, una aplicación o un repositorio.',
  'Its delivery log is preserved.': 'Su registro de entregas se conserva.',
  'Its OAuth client was revoked': 'Su cliente OAuth se revocó',
  'Its Retry-After is respected, up to twice the default delay. Raise its limit if this persists.':
    'Se respeta su Retry-After, hasta el doble del intervalo predeterminado. Aumenta el límite si el problema persiste.',
  'Its tokens stop working at once, and it gets no new ones. This can’t be undone.':
    'Sus tokens dejan de funcionar de inmediato y no recibirá otros. No se puede deshacer.',
  'Its URL receives no more events and its secret stops working. This can’t be undone.':
    'Su URL dejará de recibir eventos y su secreto dejará de funcionar. No se puede deshacer.',
  'Jump to state': 'Saltar a un estado',
  Key: 'Clave',
  'Client certificate key': 'Clave del certificado de cliente',
  'Last 15 minutes': 'Últimos 15 minutos',
  'Last 24 hours': 'Últimas 24 horas',
  'Last day': 'Último día',
  'Last delivered': 'Última entrega',
  'Last failure': 'Último fallo',
  'Last hour': 'Última hora',
  'Last response': 'Última respuesta',
  'Last used {time}': 'Último uso: {time}',
  'Line for .env': 'Línea para .env',
  lost: 'perdido',
  'Lost|parcel': 'Perdido',
  Mailbox: 'Buzón',
  'Method|http': 'Método',
  'Malformed Authorization header': 'Cabecera Authorization mal formada',
  'Malformed token': 'Token mal formado',
  'May arrive after delivered if an attempt was delayed.':
    'Puede llegar después de delivered si un intento se retrasó.',
  'May arrive before dispatched.': 'Puede llegar antes que dispatched.',
  'Means: now in transit.': 'Significa: ahora en tránsito.',
  Median: 'Mediana',
  More: 'Más',
  'More|diagnosis': 'Más información',
  'Name of header {number}': 'Nombre de la cabecera {number}',
  'Name|phase': 'Nombre',
  Never: 'Nunca',
  'New client secret': 'Nuevo secreto de cliente',
  'New OAuth client': 'Nuevo cliente OAuth',
  'next attempt in {time}': 'Próximo intento en {time}',
  'next attempt now': 'Próximo intento ahora',
  'Next state': 'Estado siguiente',
  'No action needed. Your server may have received this event twice: compare the event ID.':
    'No hace falta hacer nada. Es posible que tu servidor haya recibido este evento dos veces: compara el ID del evento.',
  'No API keys yet': 'Aún no hay claves de API',
  'No attempt in the last day. {failed} of the last {count} deliveries failed.': {
    one: 'Ningún intento en las últimas 24 horas. Entregas fallidas: {failed} de {count}.',
    other:
      'Ningún intento en las últimas 24 horas. Fallaron {failed} de las últimas {count} entregas.',
  },
  'No attempt in the last day. The last {count} deliveries arrived.': {
    one: 'Ningún intento en las últimas 24 horas. La última entrega llegó.',
    other: 'Ningún intento en las últimas 24 horas. Las últimas {count} entregas llegaron.',
  },
  'no attempts': 'sin intentos',
  'No attempts in the last 24 hours': 'Sin intentos en las últimas 24 horas',
  'No campaign invites recipients by email. Create one first: sample gifts need it.':
    'Ninguna campaña invita a los destinatarios por correo. Crea una primero: los regalos de ejemplo la necesitan.',
  'No common mistake explains it. Either the secret belongs to another endpoint, or the body differs from the one above.':
    'Ningún error habitual lo explica. O el secreto es de otro endpoint, o el cuerpo difiere del de arriba.',
  'No connection within 5 seconds': 'Sin conexión en 5 segundos',
  'No deliveries are pending.': 'No hay entregas pendientes.',
  'No deliveries yet': 'Aún no hay entregas',
  'No endpoint was subscribed when the event occurred.':
    'Ningún endpoint estaba suscrito cuando ocurrió el evento.',
  'No endpoints yet': 'Aún no hay endpoints',
  'No event failed all its attempts in this time.':
    'En este periodo, ningún evento falló en todos sus intentos.',
  'Items out of stock, rejected labels and failed delivery attempts trigger none of these events. To be notified, turn on attention events for the endpoint, or <a>see the gifts</a> that are stuck. Any event may arrive twice: store its ID and ignore duplicates.':
    'Los artículos sin existencias, las etiquetas rechazadas y los intentos de entrega fallidos no generan ninguno de estos eventos. Para recibir un aviso, activa los eventos de atención en el endpoint o <a>consulta los regalos</a> que no avanzan. Un evento puede llegar dos veces: guarda su ID e ignora los duplicados.',
  'No events are recorded for a disabled endpoint.':
    'No se registran eventos para un endpoint desactivado.',
  'No events are recorded for it.': 'No se registran eventos para él.',
  'No events are recorded for it. {count} deliveries are paused until it is enabled.': {
    one: 'No se registran eventos para él. {count} entrega está en pausa hasta que se active.',
    other: 'No se registran eventos para él. {count} entregas están en pausa hasta que se active.',
  },
  'No events yet': 'Aún no hay eventos',
  'No longer stored.': 'Ya no se conserva.',
  'No OAuth clients yet': 'Aún no hay clientes OAuth',
  'No requests used it in the last day.': 'Ninguna solicitud la ha usado en las últimas 24 horas.',
  'No requests yet': 'Aún no hay solicitudes',
  'no response': 'sin respuesta',
  'No response': 'Sin respuesta',
  'No response within 15 seconds': 'Sin respuesta en 15 segundos',
  Node: 'Node',
  none: 'ninguno',
  None: 'Ninguno',
  'none failed': 'ninguno fallido',
  'none: only the new key': 'ninguno: solo la clave nueva',
  'none: only the new secret': 'ninguno: solo el secreto nuevo',
  'none|version': 'ninguna',
  'Not available in production': 'No disponible en producción',
  'Not part of full access: create and change endpoints, and resend deliveries.':
    'No forma parte del acceso completo: crear y cambiar endpoints, y reenviar entregas.',
  'Nothing sent yet': 'Aún no se ha enviado nada',
  'Nothing waits for longer than a few seconds.': 'Nada espera más de unos segundos.',
  now: 'ahora',
  Now: 'Ahora',
  'of {attempts} in 24 hours, p95 {p95}': 'de {attempts} en 24 horas, p95 {p95}',
  'of the newest {attempts}, p95 {p95}': 'de los {attempts} más recientes, p95 {p95}',
  Old: 'Antigua',
  'Old secret stays valid for': 'El secreto antiguo sigue siendo válido durante',
  'On a date…': 'En una fecha…',
  'Once for each gift.': 'Una vez por regalo.',
  'Once.': 'Una vez.',
  'One per line. They must match exactly.': 'Una por línea. Deben coincidir exactamente.',
  'Only available while no mail server is set up.':
    'Solo disponible mientras no haya un servidor de correo configurado.',
  'Only certificates that it issued are trusted, in place of the public authorities.':
    'Solo se confía en los certificados que haya emitido, en lugar de las autoridades públicas.',
  'Only events from now on are sent.': 'Solo se envían los eventos a partir de ahora.',
  'Only from {addresses}': 'Solo desde {addresses}',
  'Only what you select below.': 'Solo lo que selecciones a continuación.',
  open: 'abrir',
  'Open delivery': 'Abrir entrega',
  'Open mailbox': 'Abrir buzón',
  Order: 'Orden',
  ordered: 'pedido',
  'out for delivery': 'en reparto',
  'Out for delivery': 'En reparto',
  Outcome: 'Resultado',
  'Outcome unknown': 'Resultado desconocido',
  'Overlap with the old key': 'Solapamiento con la clave antigua',
  'Overlap with the old secret': 'Solapamiento con el secreto antiguo',
  'Parcel {number}: {state}.': 'Paquete {number}: {state}.',
  'Path contains': 'La ruta contiene',
  'Paused while its endpoint is disabled.': 'En pausa mientras el endpoint esté desactivado.',
  'Paused: the signing secret of its endpoint cannot be decrypted.':
    'En pausa: no se puede descifrar el secreto de firma del endpoint.',
  'Paused|delivery': 'En pausa',
  'Payload version': 'Versión del payload',
  'Payload version 2025-10 uses application/vnd.api+json, which some frameworks do not parse by default.':
    'La versión 2025-10 del payload usa application/vnd.api+json, que algunos frameworks no procesan de forma predeterminada.',
  'Pending|delivery': 'Pendiente',
  Period: 'Periodo',
  'Permissions of {name}': 'Permisos de {name}',
  'Permissions of {name} saved. They apply from the next request.':
    'Permisos de {name} guardados. Se aplican desde la próxima solicitud.',
  placing: 'en tramitación',
  'Port not allowed': 'Puerto no permitido',
  'port not allowed': 'puerto rechazado',
  'POST {url}': 'POST {url}',
  'Previous key': 'Clave anterior',
  'Private address': 'Dirección privada',
  'proxy failed': 'error del proxy',
  'Public key': 'Clave pública',
  'Query parameters': 'Parámetros de consulta',
  'Query values and the body are not stored: fill in your own.':
    'Los valores de la consulta y el cuerpo no se guardan: completa los tuyos.',
  'Raise its limit. Webhook bodies stay below 1 MiB.':
    'Aumenta el límite. Los cuerpos de los webhooks no superan 1 MiB.',
  'Read campaigns': 'Leer campañas',
  'Read endpoints, deliveries and attempts': 'Leer endpoints, entregas e intentos',
  'Read events, and what needs attention': 'Leer eventos y lo que requiere atención',
  'Read gifts, their parcels, emails and history':
    'Leer regalos, sus paquetes, correos e historial',
  'Read one-links and their claims': 'Leer One-Links y sus solicitudes',
  'Read only': 'Solo lectura',
  'Read products, stock and warehouses': 'Leer productos, existencias y almacenes',
  'Read recipients': 'Leer destinatarios',
  'Read reports and exports': 'Leer informes y exportaciones',
  'Reads figures and events, but no single gift.':
    'Lee cifras y eventos, pero no los regalos individuales.',
  'Real events': 'Eventos reales',
  'Real time.': 'Hora real.',
  'Receives POST requests. Redirects are not followed.':
    'Recibe solicitudes POST. No se siguen las redirecciones.',
  'Recent API requests. Heavy traffic is sampled. IDs and parameter names are stored; values and bodies are not.':
    'Solicitudes recientes a la API. Con mucho tráfico se guarda una muestra. Se guardan los ID y los nombres de los parámetros, pero no los valores ni los cuerpos.',
  'Recipient or reference': 'Destinatario o referencia',
  Recorded: 'Registrado',
  Recovering: 'Recuperándose',
  'Redeemed|event': 'Canjeado',
  'redemption_url is null: the link is created shortly afterwards. Also sent for the unclaimed gifts of a one-link.':
    'redemption_url es null: el enlace se crea poco después. También se envía para los regalos no solicitados de un One-Link.',
  redirect: 'redirección',
  'Redirect URIs': 'URI de redirección',
  'Redirects are not followed': 'No se siguen las redirecciones',
  'Refresh token sent as the access token': 'Token de actualización enviado como token de acceso',
  refused: 'rechazado',
  'Register the route for POST.': 'Registra la ruta para POST.',
  Rejected: 'Rechazadas',
  'Rejected by your server': 'Rechazado por tu servidor',
  'Remove header {name}': 'Quitar la cabecera {name}',
  'Remove the certificate authority?': '¿Quitar la autoridad de certificación?',
  'Remove the client certificate?': '¿Quitar el certificado de cliente?',
  'Rendered once, when the event occurred. Every attempt sends these bytes.':
    'Se genera una vez, cuando ocurre el evento. Cada intento envía estos bytes.',
  'Renew the certificate, and serve the full chain. If the endpoint has its own certificate authority, check that it issued the certificate.':
    'Renueva el certificado y sirve la cadena completa. Si el endpoint tiene su propia autoridad de certificación, comprueba que haya emitido el certificado.',
  'Repeat this request': 'Repetir esta solicitud',
  Repeats: 'Repeticiones',
  'Reported by the server: {error}': 'Mensaje del servidor: {error}',
  Reports: 'Informes',
  'Reports and events': 'Informes y eventos',
  Requests: 'Solicitudes',
  'Requests (24 h)': 'Solicitudes (24 h)',
  'Requests per minute in the last hour, live.':
    'Solicitudes por minuto en la última hora, en directo.',
  'Requests per minute with …{last_four} in the last hour':
    'Solicitudes por minuto con …{last_four} en la última hora',
  'Requests per second (optional)': 'Solicitudes por segundo (opcional)',
  'Requests with it are rejected from now on. This can’t be undone: programs that still use it need a new key.':
    'A partir de ahora se rechazarán las solicitudes que la usen. No se puede deshacer: los programas que aún la usen necesitarán una clave nueva.',
  'Resend {count}': 'Reenviar {count}',
  'Resend failed events': 'Reenviar eventos fallidos',
  'Resend failed events…': 'Reenviar eventos fallidos…',
  'Resend of': 'Reenvío de',
  'Resending {count} deliveries.': {
    one: 'Reenviando {count} entrega.',
    other: 'Reenviando {count} entregas.',
  },
  resent: 'reenviada',
  Resent: 'Reenviado',
  'Resent, {number}': 'Reenviado, {number}',
  reset: 'conexión restablecida',
  Resource: 'Recurso',
  'Resource ID': 'ID del recurso',
  Respond: 'Responder',
  'Respond at once and process the event afterwards. An attempt fails after 15 seconds.':
    'Responde de inmediato y procesa el evento después. Un intento falla a los 15 segundos.',
  Response: 'Respuesta',
  'Response time': 'Tiempo de respuesta',
  'Response time in the last 24 hours: 95th percentile at most {slowest}':
    'Tiempo de respuesta en las últimas 24 horas: percentil 95 de {slowest} como máximo',
  'response timed out': 'tiempo de respuesta agotado',
  'Result of the test': 'Resultado de la prueba',
  Retries: 'Reintentos',
  'Retry all {count} waiting now': 'Reintentar ahora las {count} en espera',
  'Retry all waiting deliveries now': 'Reintentar ahora todas las entregas en espera',
  'Retry now': 'Reintentar ahora',
  'Retry the delivery waiting now': 'Reintentar ahora la entrega en espera',
  'Retrying ({count} of 5)': 'Reintentando ({count} de 5)',
  'Return 200 at once, and process the event afterwards.':
    'Devuelve 200 de inmediato y procesa el evento después.',
  'Return 403 if the signature is wrong or the timestamp is more than 5 minutes off.':
    'Devuelve 403 si la firma es incorrecta o la marca de tiempo difiere en más de 5 minutos.',
  'Return 5xx to get a retry. Every status other than 2xx is retried.':
    'Devuelve 5xx para que se reintente. Se reintenta cualquier estado distinto de 2xx.',
  returned: 'devuelto',
  'Returned|parcel': 'Devuelto',
  'Revoke {name}?': '¿Revocar {name}?',
  'Revoke all tokens of {name}?': '¿Revocar todos los tokens de {name}?',
  'Revoke all tokens…': 'Revocar todos los tokens…',
  'Revoke old': 'Revocar la antigua',
  'Revoke tokens': 'Revocar tokens',
  'Revoke…': 'Revocar…',
  'Revoked {time}': 'Revocada {time}',
  'Rotate {name}': 'Rotar {name}',
  'Rotate key': 'Rotar clave',
  'Rotate secret': 'Rotar secreto',
  'Rotate secret…': 'Rotar secreto…',
  'Rotate the secret and give the new one to the receiver, or restore the row from a backup. Paused deliveries then continue with all their attempts.':
    'Rota el secreto y facilita el nuevo al receptor, o restaura la fila desde una copia de seguridad. Las entregas en pausa continuarán entonces con todos sus intentos.',
  'Rotate…': 'Rotar…',
  'Runs on a device without a secret. Each user gives consent (authorization code with PKCE).':
    'Se ejecuta en un dispositivo, sin secreto. Cada usuario da su consentimiento (authorization code con PKCE).',
  'Runs on a server and has a secret (client credentials).':
    'Se ejecuta en un servidor y tiene un secreto (client credentials).',
  'Safe once it is unused for {minutes} minutes and all infrequent jobs have run.':
    'Seguro cuando lleve {minutes} minutos sin uso y se hayan ejecutado todas las tareas poco frecuentes.',
  'Same resource': 'Mismo recurso',
  'Sample data': 'Datos de ejemplo',
  'Sample data of a gift that does not exist. One attempt, without retries.':
    'Datos de ejemplo de un regalo que no existe. Un intento, sin reintentos.',
  'Save certificates': 'Guardar certificados',
  Secret: 'Secreto',
  'Sees everything, changes nothing.': 'Lo ve todo, no cambia nada.',
  'Send a test event to see it here at once.':
    'Envía un evento de prueba para verlo aquí de inmediato.',
  'Send a test event to see whether it arrives.': 'Envía un evento de prueba para ver si llega.',
  'Send a test event, or create a gift.': 'Envía un evento de prueba o crea un regalo.',
  'Send gifts': 'Enviar regalos',
  'Send it again.': 'Envíala de nuevo.',
  'Send it as Authorization: Bearer. The header x-api-key is for OAuth clients.':
    'Envíalo como Authorization: Bearer. La cabecera x-api-key es para clientes OAuth.',
  'Send one to yourself: its first event appears here within a second.':
    'Envíate uno: su primer evento aparece aquí en menos de un segundo.',
  'Send test': 'Enviar prueba',
  'Send test event': 'Enviar evento de prueba',
  'Send the client that got this token, or omit the header.':
    'Envía el cliente que obtuvo este token u omite la cabecera.',
  'Send the header Authorization: Bearer, a space, and the token.':
    'Envía la cabecera Authorization: Bearer, un espacio y el token.',
  'Send the key of the client that got this token.':
    'Envía la clave del cliente que obtuvo este token.',
  'Send this account’s tenant, or omit the header.':
    'Envía el tenant de esta cuenta u omite la cabecera.',
  'Send, change and cancel gifts': 'Enviar, cambiar y anular regalos',
  'Sending first events': 'Enviando los primeros eventos',
  'Sending now.': 'Enviándose ahora.',
  'Sends gifts from your campaigns, and follows them.':
    'Envía regalos de tus campañas y los sigue.',
  'Sent (digest {digest})': 'Enviada (hash {digest})',
  'Sent|phase': 'Enviado',
  'Serve the endpoint on port 443, or ask the operator to add its port to BESTOW_WEBHOOK_PORTS.':
    'Sirve el endpoint en el puerto 443 o pide al operador que añada su puerto a BESTOW_WEBHOOK_PORTS.',
  Server: 'Servidor',
  'Server error': 'Error del servidor',
  'Sign the body below in your code, and paste the result. The check names the mistake if they differ. The secret stays on the server.':
    'Firma con tu código el cuerpo de abajo y pega el resultado. Si difieren, la comprobación indica el error. El secreto no sale del servidor.',
  'Signature from your code': 'Firma de tu código',
  'Signatures, retries and attempt results': 'Firmas, reintentos y resultados',
  'Signing secret': 'Secreto de firma',
  'signing secret cannot be decrypted': 'no se puede descifrar el secreto de firma',
  Simulate: 'Simular',
  'Simulate {reference}': 'Simular {reference}',
  'Some attempts fail': 'Fallan algunos intentos',
  'Staging tokens work in staging only, and production tokens in production only. Check the base URL.':
    'Los tokens de staging solo funcionan en staging, y los de producción, solo en producción. Comprueba la URL base.',
  'Status|http': 'Estado',
  'Status|phase': 'Estado',
  'Start the receiver, and check the port and the firewall.':
    'Inicia el receptor y comprueba el puerto y el firewall.',
  'Start the receiver, or correct the upstream address of the proxy.':
    'Inicia el receptor o corrige la dirección upstream del proxy.',
  'Still in use: {count} requests in the last {minutes} minutes.': {
    one: 'Todavía en uso: {count} solicitud en los últimos {minutes} minutos.',
    other: 'Todavía en uso: {count} solicitudes en los últimos {minutes} minutos.',
  },
  'Such as an API key for your gateway. Values are encrypted and never shown again.':
    'Por ejemplo, una clave de API para tu gateway. Los valores se cifran y no se vuelven a mostrar.',
  Tenant: 'Tenant',
  test: 'prueba',
  'Test event': 'Evento de prueba',
  Testing: 'Pruebas',
  Tests: 'Pruebas',
  'The access token has expired': 'El token de acceso ha caducado',
  'The access token was revoked': 'El token de acceso se revocó',
  'The account is no longer on the Enterprise tier. Endpoints can’t be changed, and no webhooks are sent.':
    'La cuenta ya no está en el plan Enterprise. Los endpoints no se pueden cambiar y no se envían webhooks.',
  'The body is no longer stored, or the endpoint was deleted.':
    'El cuerpo ya no se conserva o el endpoint se eliminó.',
  'The body of your code ends with another line break. Sign exactly the bytes that arrive.':
    'El cuerpo de tu código termina con otro salto de línea. Firma exactamente los bytes que llegan.',
  'The body of your code starts with a byte order mark. Remove it.':
    'El cuerpo de tu código empieza con una marca de orden de bytes (BOM). Quítala.',
  'The body was erased together with the recipient’s data.':
    'El cuerpo se borró junto con los datos del destinatario.',
  'The body was erased, or is older than 30 days.': 'El cuerpo se borró o tiene más de 30 días.',
  'The byte count and the SHA-256 are those of the full body; the curl command sends the body as shown here.':
    'El número de bytes y el SHA-256 son los del cuerpo completo; el comando curl envía el cuerpo tal como se muestra aquí.',
  'The certificate authority expires soon': 'La autoridad de certificación caduca pronto',
  'The certificate authority has expired': 'La autoridad de certificación ha caducado',
  'The certificate is not trusted, has expired, or is for another host name.':
    'El certificado no es de confianza, ha caducado o es de otro nombre de host.',
  'The client certificate expires soon': 'El certificado de cliente caduca pronto',
  'The client certificate has expired': 'El certificado de cliente ha caducado',
  'The client must request a new one.': 'El cliente debe solicitar otro.',
  'the earlier delivery': 'la entrega anterior',
  'The endpoint has changed since. The body is what was sent; the URL, optional headers and signature are those of a request sent now.':
    'El endpoint ha cambiado desde entonces. El cuerpo es el que se envió; la URL, las cabeceras opcionales y la firma son las de una solicitud enviada ahora.',
  'The errors of the response.': 'Los errores de la respuesta.',
  'The five events a gift can trigger.': 'Los cinco eventos que puede generar un regalo.',
  'The format is valid, but the token does not exist. It may belong to another installation.':
    'El formato es válido, pero el token no existe. Puede pertenecer a otra instalación.',
  'The full stop between the timestamp and the body is missing.':
    'Falta el punto entre la marca de tiempo y el cuerpo.',
  'The gift arrived. At most once for each gift request.':
    'El regalo llegó. Como máximo una vez por regalo.',
  'The gift request was cancelled, expired, or its shipment was cancelled.':
    'El regalo se anuló, caducó o se anuló su envío.',
  'The gift request was created. Once for each gift request.':
    'Se creó el regalo. Una vez por regalo.',
  'The gift was cancelled, it expired, or its shipment was cancelled. The event does not say which.':
    'El regalo se anuló, caducó o se anuló su envío. El evento no indica cuál de los casos.',
  'The host did not respond in time. Usually a firewall drops the packets.':
    'El host no respondió a tiempo. Normalmente, un firewall descarta los paquetes.',
  'The host is up, but nothing listens on this port.':
    'El host está activo, pero nada escucha en este puerto.',
  'The host name resolves to a private or reserved address. Webhooks are only sent to public addresses, and to networks that the operator allows.':
    'El nombre de host apunta a una dirección privada o reservada. Los webhooks solo se envían a direcciones públicas y a las redes que permite el operador.',
  'The host responds, but the path does not exist.': 'El host responde, pero la ruta no existe.',
  'The key can change webhook endpoints. Confirm that it’s you.':
    'La clave puede cambiar endpoints de webhook. Confirma que eres tú.',
  'The key is rotated.': 'La clave se ha rotado.',
  'The key is the whole secret as text, with its prefix. The body is the bytes as received, before any parser. {link} has code to copy.':
    'La clave es el secreto completo como texto, con su prefijo. El cuerpo son los bytes tal como llegan, antes de cualquier análisis. Código para copiar: {link}.',
  'The key only identifies the client. Get an access token for the Authorization header.':
    'La clave solo identifica al cliente. Obtén un token de acceso para la cabecera Authorization.',
  'The key works until the end of this day, in your time zone.':
    'La clave funciona hasta el final de este día, en tu zona horaria.',
  'The last {count} attempts arrived, after {failures} {window}.': {
    one: 'El último intento llegó, tras {failures} {window}.',
    other: 'Los últimos {count} intentos llegaron, tras {failures} {window}.',
  },
  'the last 3 days': 'los últimos 3 días',
  'the last 30 days': 'los últimos 30 días',
  'the last 6 hours': 'las últimas 6 horas',
  'the last 7 days': 'los últimos 7 días',
  'the last day': 'las últimas 24 horas',
  'the last hour': 'la última hora',
  'The last relevant event for most integrations.':
    'El último evento relevante para la mayoría de las integraciones.',
  'The most that this endpoint receives, retries included. From 1 to 1,000.':
    'El máximo que recibe este endpoint, reintentos incluidos. De 1 a 1000.',
  'The next attempt connects without it.': 'El próximo intento se conectará sin él.',
  'The next attempt is signed with the new secret. During the overlap, a second header has the old secret’s signature. A receiver that accepts either secret, or reads both headers, misses nothing; any other receiver rejects deliveries until you change its secret.':
    'El próximo intento se firma con el secreto nuevo. Durante el solapamiento, una segunda cabecera lleva la firma del secreto antiguo. Un receptor que acepte cualquiera de los dos secretos o lea ambas cabeceras no pierde nada; cualquier otro rechaza las entregas hasta que cambies su secreto.',
  'the old secret expires {time}': 'el secreto anterior caduca {time}',
  'The only attempt {window} arrived.': 'El único intento realizado {window} llegó.',
  'The only attempt failed {window}.': 'El único intento realizado {window} falló.',
  'The only attempt failed. Failing for {time}.': 'El único intento falló hace {time}.',
  'The parcel is in transit now. Again each time it returns to transit.':
    'El paquete está en tránsito. De nuevo cada vez que vuelve a estarlo.',
  'The path exists, but does not accept POST.': 'La ruta existe, pero no acepta POST.',
  'The postal address is hidden': 'La dirección postal está oculta',
  'The previous key also signs, and expires {time}.':
    'La clave anterior también firma; caduca {time}.',
  'The program that will use it, for example CRM or Shop. Use one key per program.':
    'El programa que la usará, por ejemplo CRM o Tienda. Usa una clave por programa.',
  'The proxy of this service failed': 'Falló el proxy de este servicio',
  'The public key. Receivers verify the v1a signatures with it; it is not a secret.':
    'La clave pública. Los receptores verifican con ella las firmas v1a; no es un secreto.',
  'The receiver limits the request rate.': 'El receptor limita la frecuencia de solicitudes.',
  'The receiver no longer wants these events. They are still retried, because an endpoint is never disabled automatically.':
    'El receptor ya no quiere estos eventos. Aun así se reintentan, porque un endpoint nunca se desactiva automáticamente.',
  'The receiver or its proxy is down or overloaded.':
    'El receptor o su proxy está caído o sobrecargado.',
  'The receiver or its proxy only accepts smaller bodies.':
    'El receptor o su proxy solo acepta cuerpos más pequeños.',
  'The receiver rejected the request as invalid.':
    'El receptor rechazó la solicitud por no ser válida.',
  'The recipient has finished their part.': 'El destinatario ha completado su parte.',
  'The request can be shown once the signing secret of the endpoint can be decrypted.':
    'La solicitud se podrá mostrar cuando se pueda descifrar el secreto de firma del endpoint.',
  'The request was sent, but no status came back in time.':
    'La solicitud se envió, pero no llegó ningún estado a tiempo.',
  'The response is not HTTP': 'La respuesta no es HTTP',
  'The response only says 401, without the reason.': 'La respuesta solo indica 401, sin el motivo.',
  'The result was recorded late. By then, the event had been retried.':
    'El resultado se registró con retraso. Para entonces, el evento ya se había reintentado.',
  'The same event may arrive twice: store Service-Webhook-Event-Id.':
    'El mismo evento puede llegar dos veces: guarda Service-Webhook-Event-Id.',
  'The secret of your code has a space or a line break around it. Trim what you read from a file.':
    'El secreto de tu código lleva un espacio o un salto de línea al principio o al final. Elimínalo al leerlo de un archivo.',
  'The secret of your code has quotation marks around it. Remove them.':
    'El secreto de tu código lleva comillas. Quítalas.',
  'The secret of your code lacks its prefix. The key is the whole text, including svc-whsec-.':
    'Al secreto de tu código le falta el prefijo. La clave es el texto completo, incluido svc-whsec-.',
  'The server sent something other than HTTP. Usually another service uses the port, or https was sent to an http port.':
    'El servidor envió algo que no es HTTP. Normalmente, otro servicio usa el puerto o se envió https a un puerto http.',
  'The signature is right': 'La firma es correcta',
  'The signature is wrong': 'La firma es incorrecta',
  'The signing secret cannot be decrypted': 'No se puede descifrar el secreto de firma',
  'The clock can be at most ten years ahead of the real time.':
    'El reloj puede adelantarse como máximo diez años a la hora real.',
  'The test clock of this account. It only moves forward: gifts expire and reminders are sent as time passes.':
    'El reloj de prueba de esta cuenta. Solo avanza: con el tiempo, los regalos caducan y se envían recordatorios.',
  'The token changed during the request': 'El token cambió durante la solicitud',
  'The token was truncated or changed. Copy it again, or create a new one.':
    'El token se cortó o se modificó. Cópialo de nuevo o crea otro.',
  'The worker stopped during this attempt, so it is unknown whether the request arrived. It was retried at once.':
    'El worker se detuvo durante este intento, por lo que no se sabe si la solicitud llegó. Se reintentó de inmediato.',
  'The x-api-key header belongs to another client':
    'La cabecera x-api-key pertenece a otro cliente',
  'The x-api-key header is missing': 'Falta la cabecera x-api-key',
  'The x-service-client header names another client':
    'La cabecera x-service-client indica otro cliente',
  'The x-service-tenant header names another tenant':
    'La cabecera x-service-tenant indica otro tenant',
  'There is no route to the address, or the network is down.':
    'No hay ruta hacia la dirección o la red está caída.',
  'This API key has expired': 'Esta clave de API ha caducado',
  'This API key was revoked': 'Esta clave de API se revocó',
  'This attempt failed.': 'Este intento falló.',
  'This key is in use: {requests} in the last day, the last {time}.':
    'Esta clave está en uso: {requests} en las últimas 24 horas; la última, {time}.',
  'This service reaches the internet through a proxy, which is down or refused the connection.':
    'Este servicio accede a internet a través de un proxy, que está caído o rechazó la conexión.',
  'Three steps, without rejected requests. You can leave and return to this URL.':
    'Tres pasos, sin solicitudes rechazadas. Puedes salir y volver a esta URL.',
  Time: 'Tiempo',
  'Time to deploy the new secret. Issued tokens stay valid.':
    'Tiempo para desplegar el secreto nuevo. Los tokens emitidos siguen siendo válidos.',
  'time unknown': 'hora desconocida',
  Timestamp: 'Marca de tiempo',
  'TLS connection failed': 'Falló la conexión TLS',
  'TLS failed': 'error de TLS',
  'to {endpoint}': 'a {endpoint}',
  'Token missing': 'Falta el token',
  'Token of another region': 'Token de otra región',
  'Token of another stage': 'Token de otro entorno',
  'Two signatures are sent. The old secret expires {time}. Rotating the secret again drops the older one.':
    'Se envían dos firmas. El secreto antiguo caduca {time}. Si vuelve a rotar el secreto, el más antiguo se descarta.',
  Type: 'Tipo',
  unknown: 'desconocido',
  Unknown: 'Desconocido',
  'Unknown token': 'Token desconocido',
  'Unused: no requests with …{last_four} in the last {minutes} minutes.':
    'Sin uso: ninguna solicitud con …{last_four} en los últimos {minutes} minutos.',
  URL: 'URL',
  'Use another client.': 'Usa otro cliente.',
  'Usually first, not guaranteed.': 'Normalmente el primero, sin garantía.',
  'Usually the receiver did not accept the signature, or considers the request too old.':
    'Normalmente el receptor no aceptó la firma o considera que la solicitud es demasiado antigua.',
  'Value of header {number}': 'Valor de la cabecera {number}',
  'Verify before you parse the body. The SDK does it in one call.':
    'Verifícala antes de procesar el cuerpo. El SDK lo hace en una sola llamada.',
  'Verify the signature': 'Verificar la firma',
  Version: 'Versión',
  'Version {version}': 'Versión {version}',
  'View requests': 'Ver solicitudes',
  'Wait until it is back. Events that fail in the meantime can be resent.':
    'Espera a que se recupere. Los eventos que fallen mientras tanto se pueden reenviar.',
  waiting: 'en espera',
  'Waiting for the response…': 'Esperando la respuesta…',
  'Webhook endpoints': 'Endpoints de webhook',
  'Webhooks are only sent to ports that the operator of this service allows.':
    'Los webhooks solo se envían a los puertos que permite el operador de este servicio.',
  'Why attempts failed': 'Por qué fallaron los intentos',
  'With a key, your software can send gifts through the API.':
    'Con una clave, tu software puede enviar regalos a través de la API.',
  'With an access token, also send the key of its client.':
    'Con un token de acceso, envía también la clave de su cliente.',
  'With its intermediate certificates. Presented when your server asks for it.':
    'Con sus certificados intermedios. Se presenta cuando tu servidor lo solicita.',
  'Without a passphrase. Encrypted and never shown again.':
    'Sin frase de contraseña. Se cifra y no se vuelve a mostrar.',
  'Write exactly Authorization: Bearer, one space, then the token, with no quotes and nothing after it.':
    'Escribe exactamente Authorization: Bearer, un espacio y después el token, sin comillas ni nada a continuación.',
  'x-api-key sent as the token': 'x-api-key enviada como token',
  'Your code has the line breaks of another operating system. Read the body as bytes, not as text.':
    'Tu código usa los saltos de línea de otro sistema operativo. Lee el cuerpo como bytes, no como texto.',
  'Your code hashes without the secret. Use HMAC-SHA256 with the secret.':
    'Tu código calcula el hash sin el secreto. Usa HMAC-SHA256 con el secreto.',
  'Your code parses the body and serializes it again. Sign the raw bytes, before any parser.':
    'Tu código analiza el cuerpo y lo serializa de nuevo. Firma los bytes originales, antes de cualquier análisis.',
  'Your code reads the body as Latin-1. Use the raw bytes, or UTF-8.':
    'Tu código lee el cuerpo como Latin-1. Usa los bytes originales o UTF-8.',
  'Your code signs a timestamp in milliseconds. Use the header as it is, in seconds.':
    'Tu código firma una marca de tiempo en milisegundos. Usa la cabecera tal cual, en segundos.',
  'Your code signs as Bestow does.': 'Tu código firma igual que Bestow.',
  'Your code signs the body alone. Sign the timestamp, a full stop and the body.':
    'Tu código firma solo el cuerpo. Firma la marca de tiempo, un punto y el cuerpo.',
  'Your code uses the previous secret, which still signs until the rotation ends. Change to the new one.':
    'Tu código usa el secreto anterior, que solo firma hasta que termine la rotación. Cambia al nuevo.',
  'Your code uses the secret in the format whsec_… as text. Use the secret as displayed.':
    'Tu código usa como texto el secreto en formato whsec_… Usa el secreto tal como se muestra.',
  'Your new API key': 'Tu nueva clave de API',
  'Your new OAuth client': 'Tu nuevo cliente OAuth',
  'Your program uses it to verify that a request is authentic and unchanged. The key is the whole text, including the prefix.':
    'Tu programa lo usa para comprobar que una solicitud es auténtica y no ha cambiado. La clave es el texto completo, incluido el prefijo.',
  'Your proxy got no response from the receiver in time.':
    'Tu proxy no recibió a tiempo una respuesta del receptor.',
  'Your proxy is up, but the receiver behind it is not.':
    'Tu proxy está activo, pero el receptor que hay detrás no.',
  'Your server closed the connection after the request, without a response.':
    'Tu servidor cerró la conexión tras la solicitud, sin responder.',
  'Your server failed while it processed the event.': 'Tu servidor falló al procesar el evento.',
  'Your server returned a redirect. Redirects are never followed, so that events only go to the URL you entered.':
    'Tu servidor devolvió una redirección. Las redirecciones nunca se siguen, para que los eventos lleguen solo a la URL que introdujiste.',
  '{interval}: {figures}': '{interval}: {figures}',
  '{ok} arrived': '{ok} correctos',
  'median {median}, p95 {p95}': 'mediana {median}, p95 {p95}',
  'Click to see these deliveries': 'Haz clic para ver estas entregas',
  'Attempted from': 'Intentos desde',
  'Attempted until': 'Intentos hasta',
  Attempt: 'Intento',
  'Serve the certificate together with its intermediate certificates.':
    'Sirve el certificado junto con sus certificados intermedios.',
  'Use a certificate of a public authority, or add its authority to the endpoint.':
    'Usa un certificado de una autoridad pública o añade su autoridad al endpoint.',
  'Renew the certificate.': 'Renueva el certificado.',
  'Check the port, and whether the URL should start with http://.':
    'Comprueba el puerto y si la URL debería empezar por http://.',
  'Add a client certificate that your server accepts to the endpoint.':
    'Añade al endpoint un certificado de cliente que tu servidor acepte.',
  'Your server sends its certificate without the certificate that issued it, or an authority issued it that is not trusted.':
    'Tu servidor envía su certificado sin el certificado que lo emitió, o lo emitió una autoridad que no es de confianza.',
  'The authority that issued the certificate is not trusted.':
    'La autoridad que emitió el certificado no es de confianza.',
  'The certificate is self-signed.': 'El certificado está autofirmado.',
  'The certificate has expired.': 'El certificado ha caducado.',
  'The certificate is not valid yet.': 'El certificado aún no es válido.',
  'Check the clock of the computer that issued it.': 'Comprueba el reloj del equipo que lo emitió.',
  'The certificate is for other host names.': 'El certificado es para otros nombres de host.',
  'Use a certificate for the host name in the URL.':
    'Usa un certificado para el nombre de host de la URL.',
  'The certificate has no subject alternative name. Its common name does not count.':
    'El certificado no tiene nombre alternativo del sujeto (SAN). Su nombre común no cuenta.',
  'Issue it again with the host name as subject alternative name.':
    'Vuelve a emitirlo con el nombre de host como nombre alternativo del sujeto.',
  'The port does not speak TLS. Usually it serves plain HTTP.':
    'El puerto no usa TLS. Normalmente sirve HTTP sin cifrar.',
  'Your server offers no HTTP/1.1 over TLS, usually HTTP/2 only.':
    'Tu servidor no ofrece HTTP/1.1 sobre TLS; normalmente solo HTTP/2.',
  'Enable HTTP/1.1 on your server or its proxy.': 'Activa HTTP/1.1 en tu servidor o en su proxy.',
  'Your server requires a client certificate, and got none or rejected it.':
    'Tu servidor exige un certificado de cliente y no lo recibió o lo rechazó.',
  'A certificate or the key of this endpoint cannot be used.':
    'No se puede usar un certificado o la clave de este endpoint.',
  'Replace the certificates of the endpoint.': 'Sustituye los certificados del endpoint.',
  'Your server and this service have no common version of TLS.':
    'Tu servidor y este servicio no tienen ninguna versión de TLS en común.',
  'Enable TLS 1.2 or 1.3 on your server.': 'Activa TLS 1.2 o 1.3 en tu servidor.',
  'Your server rejected the TLS handshake. It requires a client certificate, or has no common cipher.':
    'Tu servidor rechazó el protocolo de enlace TLS. Exige un certificado de cliente o no tiene ningún cifrado en común.',
  'Your server has no certificate for this host name.':
    'Tu servidor no tiene certificado para este nombre de host.',
  'Your server closed the connection during the TLS handshake.':
    'Tu servidor cerró la conexión durante el protocolo de enlace TLS.',
  'The TLS handshake failed for another reason.':
    'El protocolo de enlace TLS falló por otro motivo.',
  'Check the TLS settings of your server.': 'Comprueba la configuración TLS de tu servidor.',
}
