// This device forgets what it keeps of a person: lessons, problems, mistakes, settings.
localStorage.clear();
