// Small values in localStorage and sessionStorage. If they cannot be stored, they last as long as the page.

/** @param {() => Storage} storage may throw */
function valuesOf(storage) {
  /** Values that could not be stored. @type {Map<string, string | null>} */
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
    /** @param {string} name @param {string} value @returns {boolean} whether it was stored */
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
    /** @returns {string[]} */
    names() {
      try {
        return Object.keys(storage());
      } catch {
        return [];
      }
    },
    /** A JSON object, or an empty one. @param {string} name @returns {Record<string, any>} */
    object(name) {
      try {
        return Object(JSON.parse(this.get(name) ?? '{}'));
      } catch {
        return {};
      }
    },
  };
}

/** Shared by all tabs. */
export const local = valuesOf(() => localStorage);
/** Of this tab. */
export const session = valuesOf(() => sessionStorage);
