// Small values in the browser: settings, the game of a tab. Where site data is blocked or there is no room, they last as long as the page.

/** @param {() => Storage} storage throws where site data is blocked */
function valuesOf(storage) {
  /** Those that could not be stored. @type {Map<string, string | null>} */
  const unstored = new Map();
  return {
    /** @param {string} name @returns {string | null} */
    get(name) {
      const value = unstored.get(name);
      if (value !== undefined) return value;
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },
    /** @param {string} name @param {string} value @returns {boolean} whether it is stored, and not only kept for this page */
    set(name, value) {
      try {
        storage().setItem(name, value);
        unstored.delete(name);
        return true;
      } catch {
        unstored.set(name, value);
        return false;
      }
    },
    /** @param {string} name */
    remove(name) {
      try {
        storage().removeItem(name);
        unstored.delete(name);
      } catch {
        unstored.set(name, null);
      }
    },
    /** Of the stored values. @returns {string[]} */
    names() {
      try {
        return Object.keys(storage());
      } catch {
        return [];
      }
    },
    /** The object that is stored as JSON; an empty one where there is none. @param {string} name @returns {Record<string, any>} */
    object(name) {
      try {
        return Object(JSON.parse(this.get(name) ?? '{}'));
      } catch {
        return {};
      }
    },
  };
}

/** Of all tabs, and of later visits. */
export const local = valuesOf(() => localStorage);
/** Of this tab. */
export const session = valuesOf(() => sessionStorage);
