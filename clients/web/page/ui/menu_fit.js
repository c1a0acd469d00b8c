/** Shows the menu with short words below the pictures where there is no room for all of it in one line. @param {HTMLElement} menu @returns {() => void} to call when its words change */
export function fitMenu(menu) {
  const fit = () => {
    menu.classList.remove('compact');
    menu.classList.toggle('compact', menu.scrollWidth > menu.clientWidth);
  };
  new ResizeObserver(fit).observe(menu);
  return fit;
}
