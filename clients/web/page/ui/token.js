// Asks for the token that crown-web requires from other machines.
import { keepToken } from '../protocol/engines.js';
import { t } from '../lang/text.js';
import { field, h } from './dom.js';
import { openDialog } from './dialog.js';

export function askToken() {
  const input = h('input', { type: 'password', id: 'token', autocomplete: 'off', required: true });
  const form = h('form', { class: 'new-game' }, field(t('token.field'), input), h('div', { class: 'buttons' },
    h('button', { type: 'submit', class: 'button primary' }, t('token.enter'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    keepToken(input.value.trim());
    location.reload();
  });
  openDialog(t('token.title'), () => [h('p', {}, t('token.why')), form]);
}
